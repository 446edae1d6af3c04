/** Texts of sign-in, tokens, agents and the audit log. */
export const WORKSPACE = {
  'Run this command in a terminal.': 'Führen Sie diesen Befehl in einem Terminal aus.',
  'Add this to claude_desktop_config.json (Settings, Developer). It needs Node, because the file only supports local programs.':
    'Fügen Sie dies in claude_desktop_config.json ein (Settings, Developer). Es braucht Node, weil die Datei nur lokale Programme unterstützt.',
  'Add this to .cursor/mcp.json. Cursor reads the token from the environment variable HEADWATER_TOKEN.':
    'Fügen Sie dies in .cursor/mcp.json ein. Cursor liest das Token aus der Umgebungsvariable HEADWATER_TOKEN.',
  'Add this to .vscode/mcp.json. Enter the token when VS Code starts the server. VS Code stores it.':
    'Fügen Sie dies in .vscode/mcp.json ein. Geben Sie das Token ein, wenn VS Code den Server startet. VS Code speichert es.',
  'Claude, Cursor, VS Code and other clients of the Model Context Protocol can query your statistics.':
    'Claude, Cursor, VS Code und andere Clients des Model Context Protocol können Ihre Statistiken abfragen.',
  '1. Create a read-only token': '1. Legen Sie ein Token nur zum Lesen an',
  '2. Add the server to your client': '2. Fügen Sie den Server Ihrem Client hinzu',
  'Other clients need the URL {url}, the transport “streamable HTTP” and the header {header} with the token. Append {query} to the URL to list all queries.':
    'Andere Clients brauchen die URL {url}, den Transport „streamable HTTP“ und den Header {header} mit dem Token. Hängen Sie {query} an die URL an, um alle Abfragen aufzulisten.',
  'Create read-only token': 'Token nur zum Lesen anlegen',
  'The token reads all sites and their statistics with revenue, and changes nothing. You can revoke it on the page “Tokens”.':
    'Das Token liest alle Websites und ihre Statistiken mit Umsatz und ändert nichts. Sie können es auf der Seite „Tokens“ widerrufen.',
  'The token reads your sites and their statistics with revenue, and changes nothing. You can revoke it on the page “Tokens”.':
    'Das Token liest Ihre Websites und ihre Statistiken mit Umsatz und ändert nichts. Sie können es auf der Seite „Tokens“ widerrufen.',
  'Store this token as a secret. It is shown only until you leave this page.':
    'Speichern Sie dieses Token als Geheimnis. Es wird nur angezeigt, bis Sie diese Seite verlassen.',
  'Copy the token': 'Token kopieren',
  'Every change, with its author. Entries cannot be edited or deleted.':
    'Jede Änderung mit ihrem Urheber. Einträge können nicht bearbeitet oder gelöscht werden.',
  At: 'Zeitpunkt',
  Actor: 'Urheber',
  Action: 'Aktion',
  Target: 'Objekt',
  Outcome: 'Ergebnis',
  Code: 'Code',
  Request: 'Anfrage',
  'Loading the log': 'Log wird geladen',
  'Entries of {services} are missing: their service is unavailable. Reload the page later.':
    'Einträge von {services} fehlen: Ihr Dienst ist nicht verfügbar. Laden Sie die Seite später neu.',
  and: 'und',
  'No changes yet': 'Noch keine Änderungen',
  Entries: 'Einträge',
  'Pages of the log': 'Seiten des Logs',
  Newest: 'Neueste',
  Older: 'Ältere',
  'Token {id}': 'Token {id}',
  'Dashboard session {id}': 'Dashboard-Sitzung {id}',
  'Admin command': 'Admin-Befehl',
  'Refused: {code}': 'Abgelehnt: {code}',
  unknown: 'unbekannt',
  'In progress or interrupted': 'Läuft oder wurde unterbrochen',
  'Sign in': 'Anmelden',
  'You are signed out': 'Sie sind abgemeldet',
  'Sign in to Headwater': 'Bei Headwater anmelden',
  'You sign in with a link that works once within ten minutes. Create one with {call}, or run the command of your installation:':
    'Sie melden sich mit einem Link an, der zehn Minuten lang einmal funktioniert. Erzeugen Sie einen mit {call} oder führen Sie den Befehl Ihrer Installation aus:',
  'The dashboard has no passwords, and API tokens never reach the browser.':
    'Das Dashboard hat keine Passwörter, und API-Tokens gelangen nie in den Browser.',
  'You are already signed in': 'Sie sind bereits angemeldet',
  'This browser is signed in to the workspace {workspace}. The link replaces this session, possibly with another workspace. Use it only if you or a colleague created it.':
    'Dieser Browser ist im Arbeitsbereich {workspace} angemeldet. Der Link ersetzt diese Sitzung, möglicherweise durch einen anderen Arbeitsbereich. Verwenden Sie ihn nur, wenn Sie oder ein Kollege ihn erzeugt haben.',
  'Keep the session': 'Sitzung behalten',
  'Sign in with the link': 'Mit dem Link anmelden',
  'This link was already used or has expired. Create a new one.':
    'Dieser Link wurde schon verwendet oder ist abgelaufen. Erzeugen Sie einen neuen.',
  'Headwater can’t be reached. Check your connection.':
    'Headwater ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
  'Requests with this token, and with the tokens it created, are refused within 5 seconds. Webhooks, share links and signing secrets of payment providers that they created keep working and are listed afterwards.':
    'Anfragen mit diesem Token und mit den Tokens, die es angelegt hat, werden innerhalb von 5 Sekunden abgelehnt. Webhooks, Freigabelinks und Signaturschlüssel von Zahlungsanbietern, die sie angelegt haben, funktionieren weiter und werden danach aufgelistet.',
  "The token is revoked. These keep working. Remove those that you don't need:":
    'Das Token ist widerrufen. Diese funktionieren weiter. Entfernen Sie, was Sie nicht brauchen:',
  'Webhook {id}': 'Webhook {id}',
  'Webhooks that the token may have created. The list is unavailable: compare {field} of {call}.':
    'Webhooks, die das Token vielleicht angelegt hat. Die Liste ist nicht verfügbar: Vergleichen Sie {field} von {call}.',
  'The signing secret of a payment provider': 'Der Signaturschlüssel eines Zahlungsanbieters',
  'Share link {id}': 'Freigabelink {id}',
  'Dashboard sessions': 'Dashboard-Sitzungen',
  'Loading sessions': 'Sitzungen werden geladen',
  'this one': 'dieser',
  'Signed in': 'Angemeldet',
  'Last used': 'Zuletzt verwendet',
  Actions: 'Aktionen',
  End: 'Beenden',
  'End the session “{browser}”?': 'Sitzung „{browser}“ beenden?',
  'The browser is signed out within 5 seconds.': 'Der Browser wird innerhalb von 5 Sekunden abgemeldet.',
  'End all others': 'Alle anderen beenden',
  'End all other sessions?': 'Alle anderen Sitzungen beenden?',
  'All other browsers are signed out within 5 seconds. Unused sign-in links stop working.':
    'Alle anderen Browser werden innerhalb von 5 Sekunden abgemeldet. Unbenutzte Anmeldelinks funktionieren nicht mehr.',
  'Read sites, goals and funnels': 'Websites, Ziele und Trichter lesen',
  'Change sites, goals and funnels': 'Websites, Ziele und Trichter ändern',
  'Send events': 'Ereignisse senden',
  'Identify accounts': 'Konten identifizieren',
  'Read statistics': 'Statistiken lesen',
  'Export events': 'Ereignisse exportieren',
  'Create and revoke tokens': 'Tokens anlegen und widerrufen',
  'New token': 'Neues Token',
  'Create token': 'Token anlegen',
  Scopes: 'Berechtigungen',
  'Expires after': 'Läuft ab nach',
  'Leave empty for no expiry.': 'Leer lassen für kein Ablaufdatum.',
  'a day': 'einen Tag',
  'an hour': 'eine Stunde',
  '0 seconds': '0 Sekunden',
  'Rotate “{name}”': '„{name}“ erneuern',
  'Old secret keeps working for': 'Altes Token funktioniert weiter für',
  'Store this token in the secrets of your server. It is shown only once.':
    'Speichern Sie dieses Token in den Geheimnissen Ihres Servers. Es wird nur einmal angezeigt.',
  'Your servers authenticate with these API tokens. Each token is shown once, when you create it.':
    'Ihre Server authentifizieren sich mit diesen API-Tokens. Jedes Token wird einmal angezeigt, wenn Sie es anlegen.',
  'Loading tokens': 'Tokens werden geladen',
  'No tokens': 'Keine Tokens',
  Never: 'Nie',
  Expires: 'Läuft ab',
  Expired: 'Abgelaufen',
};
