/** Texts of the setup and of attribution health. */
export const HEALTH = {
  trash: 'Papierkorb',
  'From the script to the first payment with a channel. This page checks open steps every 30 seconds.':
    'Vom Skript bis zur ersten Zahlung mit Kanal. Diese Seite prüft offene Schritte alle 30 Sekunden.',
  'Checking the steps': 'Schritte werden geprüft',
  'Add a site first.': 'Fügen Sie zuerst eine Website hinzu.',
  'Enter the domain of your website. Subdomains are included.':
    'Geben Sie die Domain Ihrer Website ein. Subdomains gehören dazu.',
  'You can also restore a deleted site from the {trash}.':
    'Sie können auch eine gelöschte Website aus dem {trash} wiederherstellen.',
  'Install the script': 'Skript installieren',
  'Add two elements to the head of every page. The first visit appears within seconds.':
    'Fügen Sie zwei Elemente in den head jeder Seite ein. Der erste Besuch erscheint in Sekunden.',
  'Show the snippet': 'Snippet anzeigen',
  'Identify customers at signup': 'Kunden bei der Registrierung identifizieren',
  'Your server connects the visitor with the new account:':
    'Ihr Server verknüpft den Besucher mit dem neuen Konto:',
  'Connect Stripe, or report payments from your server:':
    'Verbinden Sie Stripe oder melden Sie Zahlungen von Ihrem Server:',
  'Connect Stripe': 'Stripe verbinden',
  'Create a goal': 'Ein Ziel anlegen',
  'A goal counts visitors who sign up, buy or view a page.':
    'Ein Ziel zählt Besucher, die sich registrieren, kaufen oder eine Seite aufrufen.',
  'See the first payment with a channel': 'Die erste Zahlung mit Kanal sehen',
  'A payment has a channel when its account was identified with the id of a visitor. Until then, it counts as unattributed.':
    'Eine Zahlung hat einen Kanal, wenn ihr Konto mit der ID eines Besuchers identifiziert wurde. Bis dahin zählt sie als nicht zugeordnet.',
  '{page} shows whether everything works, and what to do next.':
    '{page} zeigt, ob alles funktioniert und was als Nächstes zu tun ist.',
  'Setup is complete': 'Die Einrichtung ist abgeschlossen',
  '{done} of {steps} steps done': '{done} von {steps} Schritten erledigt',
  'Site: {domain}': 'Website: {domain}',
  Steps: 'Schritte',
  Next: 'Als Nächstes',
  'Open|step': 'Offen',
  'Try with sample data': 'Mit Beispieldaten testen',
  'Whether the installation works, and which revenue and customers have no channel.':
    'Ob die Installation funktioniert, und welcher Umsatz und welche Kunden keinen Kanal haben.',
  'Next steps': 'Nächste Schritte',
  Checking: 'Wird geprüft',
  'Healthy. Nothing to do.': 'Alles in Ordnung. Nichts zu tun.',
  '{count} things to do:': { one: '{count} Aufgabe:', other: '{count} Aufgaben:' },
  'Identify customers on your server': 'Kunden auf Ihrem Server identifizieren',
  'Send payments, or connect Stripe': 'Zahlungen senden oder Stripe verbinden',
  'Send visitor ids: {share} of the customers of the last 30 days have no channel':
    'Besucher-IDs senden: {share} der Kunden der letzten 30 Tage haben keinen Kanal',
  'Check {provider}: its last event failed ({code})':
    '{provider} prüfen: Das letzte Ereignis schlug fehl ({code})',
  'Fix the webhook {url}: its deliveries fail': 'Webhook {url} reparieren: Seine Zustellungen schlagen fehl',
  'Install the script on {domain}': 'Skript auf {domain} installieren',
  'Check the script on {domain}: no recent events': 'Skript auf {domain} prüfen: keine neuen Ereignisse',
  'Attributed revenue': 'Zugeordneter Umsatz',
  'Attributed customers': 'Zugeordnete Kunden',
  'Unattributed share': 'Anteil nicht zugeordnet',
  'Of these, pending': 'Davon ausstehend',
  'Net revenue': 'Nettoumsatz',
  'No new customers in this time range': 'Keine neuen Kunden in diesem Zeitraum',
  'With a channel': 'Mit Kanal',
  '{count} accounts with their first identify call or payment in this time range.': {
    one: '{count} Konto mit dem ersten identify-Aufruf oder der ersten Zahlung in diesem Zeitraum.',
    other: '{count} Konten mit dem ersten identify-Aufruf oder der ersten Zahlung in diesem Zeitraum.',
  },
  'All of these customers have a channel.': 'Alle diese Kunden haben einen Kanal.',
  'Why accounts are unattributed': 'Warum Konten nicht zugeordnet sind',
  'No visitor is linked to these accounts. Their payments or identify calls had no visitor id, or no visit with the id was counted within 30 days.':
    'Mit diesen Konten ist kein Besucher verknüpft. Ihre Zahlungen oder identify-Aufrufe hatten keine Besucher-ID, oder innerhalb von 30 Tagen wurde kein Besuch mit der ID gezählt.',
  'Without a visitor id': 'Ohne Besucher-ID',
  'Id without a visit': 'ID ohne Besuch',
  'Send the visitor id with the signup form': 'Senden Sie die Besucher-ID mit dem Registrierungsformular',
  'Without consent, or if the script is blocked, the id is empty. Your server can then use the cookie hw_ref of returning visitors.':
    'Ohne Einwilligung oder bei blockiertem Skript ist die ID leer. Ihr Server kann dann das Cookie hw_ref wiederkehrender Besucher verwenden.',
  'Identify the account on your server': 'Identifizieren Sie das Konto auf Ihrem Server',
  'Call this at each signup, with the same email address as in payments:':
    'Rufen Sie dies bei jeder Registrierung auf, mit derselben E-Mail-Adresse wie bei Zahlungen:',
  'Or send the visitor id with the checkout': 'Oder senden Sie die Besucher-ID mit dem Checkout',
  '{page} lists the field of each payment provider. The first payment above 0 then links the visitor.':
    'Die Seite {page} nennt das Feld jedes Zahlungsanbieters. Die erste Zahlung über 0 verknüpft dann den Besucher.',
  'Why accounts are pending': 'Warum Konten ausstehen',
  'These accounts have a visitor id, but no visit with it was counted yet. They become unattributed 30 days after the identify call.':
    'Diese Konten haben eine Besucher-ID, aber noch wurde kein Besuch damit gezählt. 30 Tage nach dem identify-Aufruf gelten sie als nicht zugeordnet.',
  'The script is missing on some pages: compare them with the lines on the page Install of your {site}.':
    'Das Skript fehlt auf einigen Seiten: Vergleichen Sie sie mit den Zeilen auf der Seite Installation Ihrer {site}.',
  'The visits were dropped, such as those of bots: the page Traffic quality lists the reasons.':
    'Die Besuche wurden verworfen, etwa die von Bots: Die Seite Traffic-Qualität nennt die Gründe.',
  'The id is not {id} of the same browser, such as an id that your server created.':
    'Die ID ist nicht {id} desselben Browsers, sondern etwa eine ID, die Ihr Server erzeugt hat.',
};
