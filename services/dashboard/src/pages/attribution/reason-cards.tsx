import type { Schemas } from '@headwater/client/client';
import { Card, MetricTile } from '../../components/card';
import { formatCompact } from '../../format/numbers';
import { rich, t } from '../../strings/text';
import '../../style/setup.css';
import { CODE } from '../setup/code';
import { Code } from '../setup/code-samples';

/** Why accounts have no channel, and the code that sends the id of the visitor. */
export function UnattributedCard({
  reasons: { noVisitorId, noVisit },
}: {
  readonly reasons: Schemas['Customers']['data']['unattributedReasons'];
}) {
  return (
    <Card title={t('Why accounts are unattributed')} wide>
      <div class="fixes" id="unattributed">
        <p>
          {t(
            'No visitor is linked to these accounts. Their payments or identify calls had no visitor id, or no visit with the id was counted within 30 days.',
          )}
        </p>
        {noVisitorId + noVisit > 0 && (
          <div class="tiles">
            <MetricTile label={t('Without a visitor id')} value={noVisitorId} format={formatCompact} />
            <MetricTile label={t('Id without a visit')} value={noVisit} format={formatCompact} />
          </div>
        )}
        <h3>{t('Send the visitor id with the signup form')}</h3>
        <Code
          samples={CODE.form}
          needsToken={false}
          lead={t(
            'Without consent, or if the script is blocked, the id is empty. Your server can then use the cookie hw_ref of returning visitors.',
          )}
        />
        <h3>{t('Identify the account on your server')}</h3>
        <Code
          samples={CODE.identify}
          lead={t('Call this at each signup, with the same email address as in payments:')}
        />
        <h3>{t('Or send the visitor id with the checkout')}</h3>
        <p>
          {rich(
            '{page} lists the field of each payment provider. The first payment above 0 then links the visitor.',
            { page: <a href="/integrations">{t('Integrations')}</a> },
          )}
        </p>
      </div>
    </Card>
  );
}

/** Why accounts are still pending, and how to check the script. */
export function PendingCard() {
  return (
    <Card title={t('Why accounts are pending')} wide>
      <div class="fixes">
        <p>
          {t(
            'These accounts have a visitor id, but no visit with it was counted yet. They become unattributed 30 days after the identify call.',
          )}
        </p>
        <ul class="reasons">
          <li>
            {rich(
              'The script is missing on some pages: compare them with the lines on the page Install of your {site}.',
              { site: <a href="/">{t('site')}</a> },
            )}
          </li>
          <li>
            {t('The visits were dropped, such as those of bots: the page Traffic quality lists the reasons.')}
          </li>
          <li>
            {rich('The id is not {id} of the same browser, such as an id that your server created.', {
              id: <code>{'headwater.ref'}</code>,
            })}
          </li>
        </ul>
      </div>
    </Card>
  );
}
