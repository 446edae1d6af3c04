// First: uPlot formats numbers with `navigator.language` when it loads.
import './format/locale';
import { render } from 'preact';
import { App } from './app';
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
import 'uplot/dist/uPlot.min.css';
import './style/chart.css';
import './style/customers.css';
import './style/map.css';

applyTheme();
const root = document.getElementById('app');
if (root) render(<App />, root);
