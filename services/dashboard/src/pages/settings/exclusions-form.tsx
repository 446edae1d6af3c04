import type { Schemas } from '@headwater/client/client';
import { SITE_LIMITS } from '@headwater/protos/limits';
import { useId, useState } from 'preact/hooks';
import { useMutation } from '../../api/hooks';
import { Form } from '../../components/forms';
import { t } from '../../strings/text';
import { linesOf, problemOfAddresses, problemOfPaths } from './exclusions';

type Site = Schemas['FullSite'];

interface Props {
  readonly site: Site;
  readonly mayChange: boolean;
}

/** Form for paths and IP addresses whose visits are not counted. Sends only changed lists, to keep changes of others. */
export function ExclusionsForm({ site, mayChange }: Props) {
  const [before, setBefore] = useState(site);
  const [paths, setPaths] = useState(site.excludedPaths.join('\n'));
  const [addresses, setAddresses] = useState(site.excludedAddresses.join('\n'));
  const [isSaved, setSaved] = useState(false);
  const [problems, setProblems] = useState<Record<'paths' | 'addresses', string | undefined>>({
    paths: undefined,
    addresses: undefined,
  });
  const { write, isBusy, error } = useMutation();
  const save = async () => {
    setSaved(false);
    const found = {
      paths: problemOfPaths(linesOf(paths)),
      addresses: problemOfAddresses(linesOf(addresses)),
    };
    setProblems(found);
    if (found.paths !== undefined || found.addresses !== undefined) return;
    const body = {
      ...(paths === before.excludedPaths.join('\n') ? {} : { excludedPaths: linesOf(paths) }),
      ...(addresses === before.excludedAddresses.join('\n') ? {} : { excludedAddresses: linesOf(addresses) }),
    };
    const saved = await write<Site>(`/api/v1/sites/${site.id}`, { method: 'PATCH', body });
    if (saved) {
      setBefore(saved);
      setPaths(saved.excludedPaths.join('\n'));
      setAddresses(saved.excludedAddresses.join('\n'));
    }
    setSaved(saved !== undefined);
  };
  return (
    <Form submit={t('Save exclusions')} isBusy={isBusy || !mayChange} error={error} onSubmit={save}>
      <Lines
        label={t('Excluded paths')}
        hint={t('One per line, up to {max}. * is any text, such as /admin/*.', {
          max: SITE_LIMITS.maxExclusions,
        })}
        value={paths}
        problem={problems.paths}
        onInput={setPaths}
      />
      <Lines
        label={t('Excluded IP addresses')}
        hint={t('One address or subnet per line, such as 203.0.113.0/24. Events never contain addresses.')}
        value={addresses}
        problem={problems.addresses}
        onInput={setAddresses}
      />
      <p class="hint">
        {t(
          'Applies to new visits in browsers. The page “Traffic quality” shows how many events are excluded.',
        )}
      </p>
      {isSaved && (
        <p class="notice notice-good" role="status">
          {t('Exclusions saved.')}
        </p>
      )}
    </Form>
  );
}

interface LinesProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onInput: (value: string) => void;
}

function Lines({ label, hint, value, problem, onInput }: LinesProps) {
  const id = useId();
  return (
    <>
      <label class="field">
        {label}
        <textarea
          rows={3}
          spellcheck={false}
          value={value}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : id}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
        <span class="hint">{hint}</span>
      </label>
      {problem !== undefined && (
        <p class="notice notice-bad" role="alert" id={id}>
          {problem}
        </p>
      )}
    </>
  );
}
