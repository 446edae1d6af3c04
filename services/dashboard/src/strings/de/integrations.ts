/** Texts of the integrations. */
export const INTEGRATIONS = {
  'Payment providers report payments. Webhooks send events to your systems.':
    'Zahlungsanbieter melden Zahlungen. Webhooks senden Ereignisse an Ihre Systeme.',
  'To link a visitor without an identify call, send {id} with the checkout as {field}.':
    'Um einen Besucher ohne identify-Aufruf zu verknüpfen, senden Sie {id} mit dem Checkout als {field}.',
  Disconnect: 'Trennen',
  'Disconnect {provider}?': '{provider} trennen?',
  'Events of {provider} are then refused. Recorded payments are kept.':
    'Ereignisse von {provider} werden dann abgelehnt. Gespeicherte Zahlungen bleiben.',
  'Change the signing secret': 'Signaturschlüssel ändern',
  'Connect {provider}': '{provider} verbinden',
  'Not connected. Connect {provider} to record payments, refunds and subscriptions.':
    'Nicht verbunden. Verbinden Sie {provider}, um Zahlungen, Erstattungen und Abos zu erfassen.',
  State: 'Status',
  Connected: 'Verbunden',
  'Waiting for the first event': 'Warten auf das erste Ereignis',
  'Signing secret set': 'Signaturschlüssel gesetzt',
  'Last event': 'Letztes Ereignis',
  'Last error': 'Letzter Fehler',
  'Ignored events of {provider}': 'Ignorierte Ereignisse von {provider}',
  'Ignored event': 'Ignoriertes Ereignis',
  '1. In the {provider} dashboard, open {menu}, and enter this URL. Keep it secret.':
    '1. Öffnen Sie im Dashboard von {provider} {menu} und geben Sie diese URL ein. Halten Sie sie geheim.',
  '2. Select these events:': '2. Wählen Sie diese Ereignisse aus:',
  'It is stored encrypted and never shown again.':
    'Er wird verschlüsselt gespeichert und nie wieder angezeigt.',
  'Signing secret of the endpoint': 'Signaturschlüssel des Endpunkts',
  'Secret key of the destination': 'Geheimer Schlüssel der Destination',
  'Signing secret of the webhook': 'Signaturschlüssel des Webhooks',
  'Enter the same random text of 32 to 40 characters at Lemon Squeezy.':
    'Geben Sie bei Lemon Squeezy denselben zufälligen Text mit 32 bis 40 Zeichen ein.',
  'Settings > Webhooks > Add endpoint, with the format Raw':
    'Settings > Webhooks > Add endpoint, mit dem Format Raw,',
  'Secret of the endpoint': 'Schlüssel des Endpunkts',
  Webhook: 'Webhook',
  'All integrations': 'Alle Integrationen',
  'Loading the webhook': 'Webhook wird geladen',
  Created: 'Angelegt',
  'Send a test event': 'Testereignis senden',
  Pause: 'Pausieren',
  Activate: 'Aktivieren',
  Replay: 'Erneut senden',
  'Replay events': 'Ereignisse erneut senden',
  'Rotate the secret': 'Schlüssel erneuern',
  'Rotate the signing secret': 'Signaturschlüssel erneuern',
  'Delete the webhook?': 'Webhook löschen?',
  'Its endpoint receives no more events. The list of its deliveries is deleted, too.':
    'Sein Endpunkt erhält keine Ereignisse mehr. Auch die Liste seiner Zustellungen wird gelöscht.',
  'the last day': 'des letzten Tages',
  'the last 7 days': 'der letzten 7 Tage',
  'the last 30 days': 'der letzten 30 Tage',
  '{count} events are queued. Each keeps its webhook-id.': {
    one: '{count} Ereignis ist eingereiht. Es behält seine webhook-id.',
    other: '{count} Ereignisse sind eingereiht. Jedes behält seine webhook-id.',
  },
  'Send again all events of': 'Alle Ereignisse erneut senden',
  'Includes events from before the webhook was created, and while it was disabled.':
    'Auch Ereignisse vor dem Anlegen des Webhooks und während er deaktiviert war.',
  'Both the old and the new secret sign deliveries for 24 hours.':
    '24 Stunden lang signieren der alte und der neue Schlüssel die Zustellungen.',
  Deliveries: 'Zustellungen',
  'Loading deliveries': 'Zustellungen werden geladen',
  'No deliveries yet': 'Noch keine Zustellungen',
  'Send a test event to check the endpoint.': 'Senden Sie ein Testereignis, um den Endpunkt zu prüfen.',
  Result: 'Ergebnis',
  Attempts: 'Versuche',
  'Next attempt': 'Nächster Versuch',
  Delivered: 'Zugestellt',
  Failed: 'Fehlgeschlagen',
  'Host name not found': 'Hostname nicht gefunden',
  'Private IP address': 'Private IP-Adresse',
  Unreachable: 'Nicht erreichbar',
  'Timed out': 'Zeitüberschreitung',
  Redirected: 'Umgeleitet',
  'HTTP error': 'HTTP-Fehler',
  Active: 'Aktiv',
  Failing: 'Schlägt fehl',
  'Disabled: all deliveries failed for three days':
    'Deaktiviert: Drei Tage lang schlugen alle Zustellungen fehl',
  'Disabled: the endpoint returned 410': 'Deaktiviert: Der Endpunkt antwortete mit 410',
  Paused: 'Pausiert',
  Webhooks: 'Webhooks',
  'Loading webhooks': 'Webhooks werden geladen',
  'No webhooks yet': 'Noch keine Webhooks',
  'A webhook sends events, such as attributed payments, to your HTTPS endpoint.':
    'Ein Webhook sendet Ereignisse, etwa zugeordnete Zahlungen, an Ihren HTTPS-Endpunkt.',
  Endpoint: 'Endpunkt',
  Description: 'Beschreibung',
  'New webhook': 'Neuer Webhook',
  'Create webhook': 'Webhook anlegen',
  'Endpoint URL': 'URL des Endpunkts',
  'HTTPS. It must return 2xx within 10 seconds.':
    'HTTPS. Er muss innerhalb von 10 Sekunden mit 2xx antworten.',
  'Your endpoint verifies the signature with this secret. It is shown only once.':
    'Ihr Endpunkt prüft die Signatur mit diesem Schlüssel. Er wird nur einmal angezeigt.',
};
