import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useMutation } from '../../api/hooks';
import { may, useSession } from '../../api/session';
import { Card } from '../../components/card';
import { Icon } from '../../components/icon';
import { ErrorMessage, ErrorState, LoadingState } from '../../components/states';
import { WorkspacePage } from '../../shell/page';
import { rich, t } from '../../strings/text';
import { CODE } from './code';
import { Code } from './code-samples';
import { useSetup, type Setup } from './use-setup';
import '../../style/setup.css';

/** The steps from an empty workspace to the first attributed payment. Facts from the API check them. */
export function SetupPage() {
  const setup = useSetup();
  const { error, reload, stop } = setup;
  return (
    <WorkspacePage
      title={t('Set up')}
      lead={t(
        'From the script to the first payment with a channel. This page checks open steps every 30 seconds.',
      )}
      actions={<SampleData />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!setup.isLoaded && !error && <LoadingState label={t('Checking the steps')} onStop={stop} />}
      {setup.isLoaded && <Steps setup={setup} />}
    </WorkspacePage>
  );
}

interface Step {
  readonly title: string;
  readonly isDone: boolean;
  readonly content: ComponentChildren;
}

function stepsOf({ site, hasCustomers, hasPayments, hasGoal, hasAttributedPayment }: Setup): readonly Step[] {
  const path = site ? `/sites/${site.id}` : undefined;
  const afterSite = <p class="fine">{t('Add a site first.')}</p>;
  return [
    {
      title: t('Add a site'),
      isDone: site !== undefined,
      content: (
        <>
          <p>{t('Enter the domain of your website. Subdomains are included.')}</p>
          <Action href="/sites/new" label={t('Add site')} />
          <p class="fine">
            {rich('You can also restore a deleted site from the {trash}.', {
              trash: <a href="/trash">{t('trash')}</a>,
            })}
          </p>
        </>
      ),
    },
    {
      title: t('Install the script'),
      isDone: site?.installed === true,
      content: path ? (
        <>
          <p>{t('Add two elements to the head of every page. The first visit appears within seconds.')}</p>
          <Action href={`${path}/install`} label={t('Show the snippet')} />
        </>
      ) : (
        afterSite
      ),
    },
    {
      title: t('Identify customers at signup'),
      isDone: hasCustomers,
      content: (
        <Code samples={CODE.identify} lead={t('Your server connects the visitor with the new account:')} />
      ),
    },
    {
      title: t('Send payments'),
      isDone: hasPayments,
      content: (
        <>
          <p>{t('Connect Stripe, or report payments from your server:')}</p>
          <Action href="/integrations" label={t('Connect Stripe')} />
          <Code samples={CODE.payment} />
        </>
      ),
    },
    {
      title: t('Create a goal'),
      isDone: hasGoal,
      content: path ? (
        <>
          <p>{t('A goal counts visitors who sign up, buy or view a page.')}</p>
          <Action href={`${path}/goals`} label={t('Create goal')} />
        </>
      ) : (
        afterSite
      ),
    },
    {
      title: t('See the first payment with a channel'),
      isDone: hasAttributedPayment,
      content: (
        <p>
          {t(
            'A payment has a channel when its account was identified with the id of a visitor. Until then, it counts as unattributed.',
          )}
        </p>
      ),
    },
  ];
}

const Action = ({ href, label }: { readonly href: string; readonly label: string }) => (
  <p>
    <a class="button button-primary" href={href}>
      {label}
    </a>
  </p>
);

/** The steps; the first open one is expanded. */
function Steps({ setup }: { readonly setup: Setup }) {
  const steps = stepsOf(setup);
  const next = steps.findIndex(({ isDone }) => !isDone);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card
      title={
        next < 0 ? t('Setup is complete') : t('{done} of {steps} steps done', { done, steps: steps.length })
      }
      wide
    >
      {setup.site && <p class="fine">{t('Site: {domain}', { domain: setup.site.domain })}</p>}
      <ol class="setup-steps" aria-label={t('Steps')}>
        {steps.map(({ title, isDone, content }, index) => (
          <li key={title} class={isDone ? 'setup-step setup-step-done' : 'setup-step'}>
            <details open={index === next}>
              <summary>
                <span class="setup-mark" aria-hidden="true">
                  {isDone ? <Icon name="check" /> : index + 1}
                </span>
                {title}
                <span class="setup-state">
                  {isDone ? t('Done') : index === next ? t('Next') : t('Open|step')}
                </span>
              </summary>
              <div class="setup-content">{content}</div>
            </details>
          </li>
        ))}
      </ol>
      {next < 0 && setup.site && <Action href={`/sites/${setup.site.id}`} label={t('Open the overview')} />}
      <p class="fine">
        {rich('{page} shows whether everything works, and what to do next.', {
          page: <a href="/attribution">{t('Attribution health')}</a>,
        })}
      </p>
    </Card>
  );
}

/** A button that creates a site with generated visits, which is removed after a day. */
function SampleData() {
  const { route } = useLocation();
  const session = useSession();
  const { write, isBusy, error } = useMutation();
  if (!may(session, 'sites:write')) return null;
  const create = async () => {
    const site = await write<Schemas['Sandbox']>('/api/v1/sandbox', { method: 'POST', body: {} });
    if (site) route(`/sites/${site.id}?range=7d`);
  };
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={() => void create()}>
        {t('Try with sample data')}
      </button>
      {error && (
        <p class="notice notice-bad" role="alert">
          <ErrorMessage error={error} />
        </p>
      )}
    </>
  );
}
