import type { Schemas } from '@headwater/client/client';
import { Icon } from '../../components/icon';

/** What stands in the way, each with what to do; nothing when all is well. */
export function Findings({ findings }: { readonly findings: readonly Schemas['Finding'][] }) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings" aria-label="Findings">
      {findings.map(({ code, message, fix }) => (
        <li key={code} class="finding">
          <Icon name="warning" />
          <div>
            <p class="finding-message">{message}</p>
            <p>{fix}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
