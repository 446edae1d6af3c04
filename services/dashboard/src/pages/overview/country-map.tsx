import { useLocation } from 'preact-iso/router';
import { formatKey } from '../../format/names';
import { formatCount } from '../../format/numbers';
import { t } from '../../strings/text';
import '../../style/map.css';

/** The countries of the world as SVG, by ISO 3166-1 alpha-2 codes. The build inserts them, see `world-map.mjs`. */
declare const WORLD_MAP: {
  readonly width: number;
  readonly height: number;
  /** Countries with an outline; some parts have the code ''. */
  readonly areas: readonly { readonly code: string; readonly path: string }[];
  /** Countries that are too small for an outline. */
  readonly dots: readonly { readonly code: string; readonly x: number; readonly y: number }[];
};

// Once: the build inserts the outlines at each use.
const map = WORLD_MAP;

export interface CountryMapProps {
  /** All countries with visitors, by ISO code. */
  readonly rows: readonly { readonly key: string; readonly visitors: number }[];
  /** Link of a country, such as to the same page with that filter. */
  readonly href: (key: string) => string;
}

const LEVELS = [1, 2, 3, 4, 5] as const;
/** Radius of a country without an outline. */
const DOT_RADIUS = 4;

const codes = new Set([...map.areas, ...map.dots].map(({ code }) => code));

/** The world with the visitors of each country. A click on a country filters the page by it; with the keyboard, the table of countries does. */
export function CountryMap({ rows, href }: CountryMapProps) {
  const { route } = useLocation();
  const visitors = new Map(rows.map((row) => [row.key, row.visitors]));
  const max = Math.max(1, ...rows.map((row) => row.visitors));
  const missing = rows.filter(({ key }) => !codes.has(key));
  const propsOf = (code: string) => {
    const count = visitors.get(code);
    if (count === undefined) return { class: 'country' };
    return { class: `country level-${levelOf(count, max)}`, onClick: () => route(href(code)) };
  };
  const titleOf = (code: string) => {
    const count = visitors.get(code) ?? 0;
    return code === '' ? null : (
      <title>{t('{country}: {count} visitors', { country: formatKey('country', code), count })}</title>
    );
  };
  return (
    <figure class="world-map">
      <svg
        viewBox={`0 0 ${map.width} ${map.height}`}
        role="img"
        aria-label={t('Visitors by country. The tab Countries lists them.')}
      >
        {map.areas.map(({ code, path }, index) => (
          <path key={index} data-country={code} d={path} {...propsOf(code)}>
            {titleOf(code)}
          </path>
        ))}
        {map.dots
          .filter(({ code }) => visitors.has(code))
          .map(({ code, x, y }) => (
            <circle key={code} data-country={code} cx={x} cy={y} r={DOT_RADIUS} {...propsOf(code)}>
              {titleOf(code)}
            </circle>
          ))}
      </svg>
      <figcaption class="fine">
        <span class="map-scale" aria-hidden="true">
          {t('Fewer')}
          {LEVELS.map((level) => (
            <span key={level} class={`level-${level}`} />
          ))}
          {t('More visitors')}
        </span>
        {missing.length > 0 && (
          <span>
            {t('Not on the map: {countries}', {
              countries: missing
                .map(({ key, visitors: count }) => `${formatKey('country', key)} ${formatCount(count)}`)
                .join(', '),
            })}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

/** The visitors of countries differ by orders of magnitude: the levels are logarithmic. */
function levelOf(visitors: number, max: number): number {
  return Math.max(1, Math.ceil(LEVELS.length * (Math.log1p(visitors) / Math.log1p(max))));
}
