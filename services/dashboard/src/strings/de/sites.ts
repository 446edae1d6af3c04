/** Texts of the list of sites, install, import, settings and sharing. */
export const SITES = {
  '1. Add these lines to every page': '1. Fügen Sie diese Zeilen in jede Seite ein',
  'Copy the lines': 'Zeilen kopieren',
  'Anywhere in the head. The script sets no third-party cookies, does not delay rendering and is smaller than three kilobytes. The first element lets your code call headwater.track() and read headwater.ref even while the script is slow or blocked; headwater.ref is then null.':
    'Irgendwo im head. Das Skript setzt keine Cookies von Dritten, verzögert die Darstellung nicht und ist kleiner als drei Kilobyte. Durch das erste Element kann Ihr Code headwater.track() aufrufen und headwater.ref lesen, auch wenn das Skript langsam oder blockiert ist; headwater.ref ist dann null.',
  'To test on your machine, create a site for localhost and open the page as http://localhost.':
    'Zum Testen auf Ihrem Rechner legen Sie eine Website für localhost an und öffnen die Seite als http://localhost.',
  '2. Open a page of the site': '2. Öffnen Sie eine Seite der Website',
  'Install state': 'Installationsstatus',
  'Waiting for the first visit to {domain}': 'Warten auf den ersten Besuch von {domain}',
  'This page checks every two seconds. Leave it open.':
    'Diese Seite prüft alle zwei Sekunden. Lassen Sie sie offen.',
  '{domain} is live': '{domain} ist live',
  '{count} online now': '{count} gerade online',
  '{count} online now, last event {ago}': '{count} gerade online, letztes Ereignis {ago}',
  Findings: 'Befunde',
  'Home page check': 'Prüfung der Startseite',
  'Checked {ago}.': 'Geprüft {ago}.',
  'Check again': 'Erneut prüfen',
  Check: 'Prüfen',
  'The home page was not checked yet.': 'Die Startseite wurde noch nicht geprüft.',
  'Checking the home page …': 'Die Startseite wird geprüft …',
  'The home page could not be read.': 'Die Startseite konnte nicht gelesen werden.',
  'Platform: {name}.': 'Plattform: {name}.',
  'The home page contains the snippet.': 'Die Startseite enthält das Snippet.',
  'The home page does not contain the snippet.': 'Die Startseite enthält das Snippet nicht.',
  Import: 'Import',
  Product: 'Produkt',
  'CSV file of its export': 'CSV-Datei seines Exports',
  'Importing a file again counts nothing twice.': 'Erneutes Importieren einer Datei zählt nichts doppelt.',
  'Supported files': 'Unterstützte Dateien',
  Sent: 'Gesendet',
  '{share} sent': '{share} gesendet',
  'All sent. Storing the last rows …': 'Alles gesendet. Die letzten Zeilen werden gespeichert …',
  'Rows stored: {taken}. Rows refused: {refused}.': 'Zeilen gespeichert: {taken}, abgelehnt: {refused}.',
  'Refused rows': 'Abgelehnte Zeilen',
  Line: 'Zeile',
  Column: 'Spalte',
  Problem: 'Problem',
  Export: 'Export',
  Content: 'Inhalt',
  Format: 'Format',
  'Visitors have pseudonyms. The audit log lists each export.':
    'Besucher haben Pseudonyme. Das Audit-Log führt jeden Export auf.',
  '{size} KiB received': '{size} KiB empfangen',
  Retention: 'Aufbewahrung',
  'Moves the site to the trash and rejects its site key. You can restore the site and all its numbers for 30 days.':
    'Verschiebt die Website in den Papierkorb und sperrt ihren Schlüssel. Sie können die Website und alle ihre Zahlen 30 Tage lang wiederherstellen.',
  'Move to trash': 'In den Papierkorb',
  'Delete “{name}”?': '„{name}“ löschen?',
  'Visitors are no longer counted. You can restore the site for 30 days.':
    'Besucher werden nicht mehr gezählt. Sie können die Website 30 Tage lang wiederherstellen.',
  'Defines when days and weeks start, also for past days.':
    'Legt fest, wann Tage und Wochen beginnen, auch für vergangene Tage.',
  'Separate tags with commas.': 'Trennen Sie Tags mit Kommas.',
  'Redact email addresses and tokens': 'E-Mail-Adressen und Tokens schwärzen',
  'Store click ids of ad platforms': 'Klick-IDs von Werbeplattformen speichern',
  'Encrypted, for 90 days, so that you can export conversions to Google Ads and Meta. Off also deletes those that are stored.':
    'Verschlüsselt, für 90 Tage, damit Sie Conversions zu Google Ads und Meta exportieren können. Ohne Häkchen werden auch die gespeicherten gelöscht.',
  'Applies to new events and imports.': 'Gilt für neue Ereignisse und Importe.',
  'Saved.': 'Gespeichert.',
  'Save retention': 'Aufbewahrung speichern',
  'Days to store events': 'Tage, die Ereignisse gespeichert bleiben',
  'All days': 'Alle Tage',
  'Older events are removed permanently. A shorter retention applies after 7 days; you can undo it until then. Recorded channels of customers stay.':
    'Ältere Ereignisse werden endgültig entfernt. Eine kürzere Aufbewahrung gilt nach 7 Tagen; bis dahin können Sie sie rückgängig machen. Gespeicherte Kanäle von Kunden bleiben.',
  'Applies from {day}.': 'Gilt ab {day}.',
  'Events before {day} are removed.': 'Ereignisse vor dem {day} sind entfernt.',
  Exclusions: 'Ausschlüsse',
  'Save exclusions': 'Ausschlüsse speichern',
  'Excluded paths': 'Ausgeschlossene Pfade',
  'One per line, up to {max}. * is any text, such as /admin/*.':
    'Einer pro Zeile, höchstens {max}. * ist beliebiger Text, etwa /admin/*.',
  'Excluded IP addresses': 'Ausgeschlossene IP-Adressen',
  'One address or subnet per line, such as 203.0.113.0/24. Events never contain addresses.':
    'Eine Adresse oder ein Subnetz pro Zeile, etwa 203.0.113.0/24. Ereignisse enthalten nie Adressen.',
  'Applies to new visits in browsers. The page “Traffic quality” shows how many events are excluded.':
    'Gilt für neue Besuche in Browsern. Die Seite „Traffic-Qualität“ zeigt, wie viele Ereignisse ausgeschlossen sind.',
  'Exclusions saved.': 'Ausschlüsse gespeichert.',
  '“{entry}” is not a path. A path starts with / and has no query, such as /admin/*.':
    '„{entry}“ ist kein Pfad. Ein Pfad beginnt mit / und hat keine Abfrage, etwa /admin/*.',
  '“{entry}” is too long. A path has at most {max} characters.':
    '„{entry}“ ist zu lang. Ein Pfad hat höchstens {max} Zeichen.',
  '“{entry}” is neither an IP address nor a subnet. Examples: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.':
    '„{entry}“ ist weder eine IP-Adresse noch ein Subnetz. Beispiele: 203.0.113.7, 203.0.113.0/24 oder 2001:db8::/48.',
  '“{entry}” contains every address. Enter a smaller subnet, such as 203.0.113.0/24.':
    '„{entry}“ enthält alle Adressen. Geben Sie ein kleineres Subnetz ein, etwa 203.0.113.0/24.',
  'At most {max} entries are possible.': 'Höchstens {max} Einträge sind möglich.',
  'Retention saved.': 'Aufbewahrung gespeichert.',
  'Share links': 'Freigabelinks',
  'Anyone with a share link can see the page of {site} that the link shows, in any time range and with any filter. You can embed the page in other websites.':
    'Wer einen Freigabelink hat, sieht die Seite von {site}, die der Link zeigt, in jedem Zeitraum und mit jedem Filter. Sie können die Seite in andere Websites einbetten.',
  'Readers see the visits, but no event properties, goals or revenue.':
    'Leser sehen die Besuche, aber keine Ereignis-Eigenschaften, Ziele oder Umsätze.',
  'Readers see all events with all their properties.': 'Leser sehen alle Ereignisse mit allen Eigenschaften.',
  'Readers see all goals with their conversions, and can filter them by event properties.':
    'Leser sehen alle Ziele mit ihren Conversions und können sie nach Ereignis-Eigenschaften filtern.',
  'Readers see all funnels and the retention, and can filter them by event properties.':
    'Leser sehen alle Trichter und die Wiederkehr und können sie nach Ereignis-Eigenschaften filtern.',
  'Readers see how many events were counted and dropped, and why.':
    'Leser sehen, wie viele Ereignisse gezählt und verworfen wurden, und warum.',
  'Readers see the revenue of all accounts whose first visit was on this site, but no single accounts, payments or companies. A row can be the revenue of one customer.':
    'Leser sehen den Umsatz aller Konten, deren erster Besuch auf dieser Website war, aber keine einzelnen Konten, Zahlungen oder Firmen. Eine Zeile kann der Umsatz eines einzigen Kunden sein.',
  'Readers see the number, MRR and revenue of all accounts whose first visit was on this site, but no single accounts, companies or costs. A row can be the revenue of one customer.':
    'Leser sehen Anzahl, MRR und Umsatz aller Konten, deren erster Besuch auf dieser Website war, aber keine einzelnen Konten, Firmen oder Kosten. Eine Zeile kann der Umsatz eines einzigen Kunden sein.',
  'Readers see the revenue over time of all accounts whose first visit was on this site, but no single accounts, companies or costs. A row can be the revenue of one customer.':
    'Leser sehen den Umsatz im Zeitverlauf aller Konten, deren erster Besuch auf dieser Website war, aber keine einzelnen Konten, Firmen oder Kosten. Eine Zeile kann der Umsatz eines einzigen Kunden sein.',
  'Readers see the numbers of this site only.': 'Leser sehen nur die Zahlen dieser Website.',
  'The part of an address after “?”, such as range=90d. The page opens with it; readers can choose other time ranges and filters.':
    'Der Teil einer Adresse nach „?“, zum Beispiel range=90d. Damit öffnet sich die Seite; Leser können andere Zeiträume und Filter wählen.',
  Unchanged: 'Unverändert',
  'Opens with {view}': 'Öffnet sich mit {view}',
  'Edit the link “{name}”': 'Link „{name}“ bearbeiten',
  'Only people who see all sites see the address of this page.':
    'Nur wer alle Websites sieht, sieht die Adresse dieser Seite.',
  'The link is created. The page “Sharing” of the site lists it.':
    'Der Link ist angelegt. Die Seite „Freigabe“ der Website führt ihn auf.',
  'No share links': 'Keine Freigabelinks',
  password: 'Passwort',
  expired: 'abgelaufen',
  'Expires on {time}': 'Läuft ab am {time}',
  Expiry: 'Ablauf',
  'No expiry': 'Kein Ablauf',
  '1 year': '1 Jahr',
  'Sign in with a new link to see the address of this page.':
    'Melden Sie sich mit einem neuen Link an, um die Adresse dieser Seite zu sehen.',
  'Only people who can change sites see the address of this page.':
    'Nur wer Websites ändern darf, sieht die Adresse dieser Seite.',
  'Copy embed code': 'Einbettungscode kopieren',
  'The page stops working for everyone within five seconds.':
    'Die Seite funktioniert innerhalb von fünf Sekunden für niemanden mehr.',
  'New share link': 'Neuer Freigabelink',
  'Create link': 'Link anlegen',
  'For your own reference, such as “for the agency”. Visitors don’t see it.':
    'Für Sie selbst, zum Beispiel „für die Agentur“. Besucher sehen ihn nicht.',
  'At least 8 characters. Leave empty for no password.':
    'Mindestens 8 Zeichen. Leer lassen für kein Passwort.',
  'If the domain already exists, the existing site is kept unchanged.':
    'Wenn die Domain schon existiert, bleibt die vorhandene Website unverändert.',
  Domain: 'Domain',
  'Without www and path. Includes all subdomains.': 'Ohne www und Pfad. Enthält alle Subdomains.',
  'Defaults to the domain.': 'Standard ist die Domain.',
  'Defines when days start and end.': 'Legt fest, wann Tage beginnen und enden.',
  visitors: 'Besucher',
  '{count} online': '{count} online',
  'No recent events': 'Keine neuen Ereignisse',
  Live: 'Live',
  'Not installed': 'Nicht installiert',
  'Server events only': 'Nur Server-Ereignisse',
  'Visitors of the last 30 days, each site in its own time zone.':
    'Besucher der letzten 30 Tage, jede Website in ihrer Zeitzone.',
  Trash: 'Papierkorb',
  Installed: 'Installiert',
  yes: 'ja',
  no: 'nein',
  'Search sites by name, domain or tag': 'Websites nach Name, Domain oder Tag suchen',
  'You can restore a deleted site and all its numbers for 30 days. Then they are permanently deleted.':
    'Sie können eine gelöschte Website und alle ihre Zahlen 30 Tage lang wiederherstellen. Danach werden sie endgültig gelöscht.',
  'All sites': 'Alle Websites',
  'Loading deleted sites': 'Gelöschte Websites werden geladen',
  'The trash is empty': 'Der Papierkorb ist leer',
  'Deleted sites appear here for 30 days.': 'Gelöschte Websites erscheinen hier 30 Tage lang.',
  'Deleted sites': 'Gelöschte Websites',
  'Deleted {ago}': 'Gelöscht {ago}',
  '{count} days left': { one: 'Noch {count} Tag', other: 'Noch {count} Tage' },
  'Restore {name}': '{name} wiederherstellen',
  Restore: 'Wiederherstellen',
};
