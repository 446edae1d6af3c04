import { createApp, h, onMounted } from 'vue';
import { rendered, submitSignup } from './signup.mjs';

createApp({
  setup() {
    onMounted(rendered);
    return () => h('form', { onSubmit: submitSignup }, h('button', 'Sign up'));
  },
}).mount('#app');
