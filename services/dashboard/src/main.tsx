import { loadLanguage } from './strings/load';
import { applyTheme } from './view/preferences';
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/controls.css';
import './style/dialogs.css';
import './style/commands.css';
import './style/cards.css';
import './style/forms.css';
import './style/tables.css';
import './style/sites.css';
import './style/site-pages.css';
import './style/chart.css';
import './style/customers.css';
import './style/wide.css';

async function start(root: HTMLElement): Promise<void> {
  await loadLanguage();
  // Modules read their texts when they load.
  (await import('./app')).showApp(root);
}

applyTheme();
const root = document.getElementById('app');
if (root) {
  // reload.js waits until the app has started or failed.
  root.dataset['starting'] = '';
  void start(root).finally(() => {
    delete root.dataset['starting'];
    root.dispatchEvent(new Event('started'));
  });
}
