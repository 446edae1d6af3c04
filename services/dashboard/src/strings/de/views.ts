/** Texts of the dialog of saved views. */
export const VIEWS = {
  'Loading the saved views': 'Gespeicherte Ansichten werden geladen',
  'Save this view': 'Diese Ansicht speichern',
  'Name of the view': 'Name der Ansicht',
  'Saves the page with its time range, comparison, filters and dimensions for all members of the workspace.':
    'Speichert die Seite mit Zeitraum, Vergleich, Filtern und Dimensionen für alle Mitglieder des Arbeitsbereichs.',
  'No saved views': 'Keine gespeicherten Ansichten',
  'A saved view opens a page with its time range, comparison, filters and dimensions.':
    'Eine gespeicherte Ansicht öffnet eine Seite mit Zeitraum, Vergleich, Filtern und Dimensionen.',
  'Edit the view “{name}”': 'Ansicht „{name}“ bearbeiten',
  'Replace it with the page as it is shown now': 'Durch die Seite ersetzen, wie sie jetzt angezeigt wird',
  'Delete the view “{name}”?': 'Ansicht „{name}“ löschen?',
  'All members of the workspace lose it. The data of the page stays.':
    'Alle Mitglieder des Arbeitsbereichs verlieren sie. Die Daten der Seite bleiben.',
};
