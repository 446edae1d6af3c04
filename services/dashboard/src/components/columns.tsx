import { useLazy } from '../lazy';
import { useHiddenColumns } from '../view/preferences';

const loadMenu = async () => (await import('../commands/column-menu')).ColumnMenu;

/**
 * The columns of a table that the user has not hidden in this browser, and the menu that hides them. The first column is always shown.
 *
 * @param table the name of the preference
 */
export function useColumns<Column extends { readonly label: string }>(
  table: string,
  columns: readonly Column[],
) {
  const hidden = useHiddenColumns(table);
  // Without the menu, all columns that are not hidden are still shown.
  const { component: Menu } = useLazy(loadMenu);
  return {
    shown: columns.filter(({ label }, index) => index === 0 || !hidden.includes(label)),
    menu: Menu && <Menu table={table} labels={columns.slice(1).map(({ label }) => label)} />,
  };
}
