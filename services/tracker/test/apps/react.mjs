import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { rendered, submitSignup } from './signup.mjs';

function Signup() {
  useEffect(rendered, []);
  return createElement('form', { onSubmit: submitSignup }, createElement('button', null, 'Sign up'));
}

createRoot(document.querySelector('#app')).render(createElement(Signup));
