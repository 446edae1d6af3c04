import { ErrorState } from '../components/states';
import { useLazy, type Lazy } from '../lazy';
import type { DialogName, ShellDialogProps } from './actions';

/** The dialogs of the shell. Each is a separate script, which loads when the dialog opens first. */
const DIALOGS: Readonly<Record<DialogName, Lazy<ShellDialogProps>>> = {
  sites: async () => (await import('../commands/finders')).SiteSwitcher,
  palette: async () => (await import('../commands/finders')).CommandPalette,
  help: async () => (await import('../commands/help-sheet')).HelpSheet,
};

/** Loads a dialog and shows it. */
export function ShellDialog({ name, ...props }: ShellDialogProps & { readonly name: DialogName }) {
  const { component: Dialog, error } = useLazy(DIALOGS[name]);
  if (error) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return Dialog ? <Dialog {...props} /> : null;
}
