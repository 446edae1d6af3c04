import { Tabs } from '../../components/card';
import { CodeBlock } from '../../components/copy-button';
import { rich, t } from '../../strings/text';
import { useView } from '../../view/use-view';
import type { CodeSample } from './code';

interface CodeProps {
  readonly lead?: string;
  readonly samples: readonly CodeSample[];
  /** False for code without a token, which runs in browsers. */
  readonly needsToken?: boolean;
}

/** Code in the language that the user selects for the whole page. */
export function Code({ lead, samples, needsToken = true }: CodeProps) {
  const { search, hrefWith } = useView();
  const [first] = samples;
  const chosen = samples.find(({ id }) => id === search.get('code')) ?? first;
  if (!chosen) return null;
  return (
    <>
      {lead && <p>{lead}</p>}
      {samples.length > 1 && (
        <Tabs
          label={t('Language')}
          chosen={chosen.id}
          tabs={samples.map(({ id, label }) => ({
            id,
            label,
            href: hrefWith('code', id === first?.id ? undefined : id),
          }))}
        />
      )}
      <CodeBlock text={chosen.text(location.origin)} />
      {needsToken && (
        <p class="fine">
          {rich('{token} is an API token. {link} with the scopes {first} and {second}.', {
            token: <code>{'TOKEN'}</code>,
            link: <a href="/tokens">{t('Create one')}</a>,
            first: <code>{'identify'}</code>,
            second: <code>{'payments'}</code>,
          })}
        </p>
      )}
    </>
  );
}
