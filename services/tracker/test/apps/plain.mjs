import { rendered, submitSignup } from './signup.mjs';

document.querySelector('#app').innerHTML = '<form><button>Sign up</button></form>';
document.querySelector('form').addEventListener('submit', submitSignup);
rendered();
