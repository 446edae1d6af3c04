import { Fragment } from 'preact';
import { keyLabels } from '../shell/actions';
import { t } from '../strings/text';

/** The keys of a shortcut. */
export function Keys({ keys }: { readonly keys: string }) {
  const isSequence = keys.includes(' ');
  return (
    <span class="keys">
      {keyLabels(keys).map((label, index) => (
        <Fragment key={index}>
          {index > 0 && isSequence && <span class="keys-then">{t('then')}</span>}
          <kbd>{label}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
