import { useLocation } from 'preact-iso/router';
import { Icon } from '../../components/icon';
import { useView } from '../../view/use-view';

interface Props {
  readonly text: string;
  readonly tag: string | undefined;
  readonly tags: readonly string[];
}

/** A search field and the tags; what is searched for stands in the address. */
export function SiteSearch({ text, tag, tags }: Props) {
  const { hrefWith } = useView();
  const { route } = useLocation();
  return (
    <div class="search-bar" role="search">
      <label class="search">
        <Icon name="search" />
        <span class="sr-only">Search sites by name, domain or tag</span>
        <input
          type="search"
          placeholder="Search"
          value={text}
          onInput={({ currentTarget: { value } }) =>
            route(hrefWith('q', value === '' ? undefined : value), true)
          }
        />
      </label>
      {tags.map((each) => (
        <a
          key={each}
          class="tag"
          href={hrefWith('tag', each === tag ? undefined : each)}
          aria-current={each === tag ? 'true' : undefined}
        >
          {each}
        </a>
      ))}
    </div>
  );
}
