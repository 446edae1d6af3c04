// The map of the world: the outlines of countries by their ISO codes, from Natural Earth (public domain).
import { createRequire } from 'node:module';
import { geoArea, geoCentroid, geoEqualEarth, geoPath } from 'd3-geo';
import countries from 'i18n-iso-countries';
import { feature } from 'topojson-client';

const require = createRequire(import.meta.url);

const WIDTH = 1000;
/** Antarctica has no visitors. */
const OMITTED = new Set(['AQ']);
/** Without an ISO code of their own in the atlas. `XK` is the code that browsers and the country database use. */
const CODES_BY_NAME = { Kosovo: 'XK' };

/**
 * Returns the countries of the world as SVG.
 *
 * @returns {{width: number, height: number, areas: {code: string, path: string}[], dots: {code: string, x: number, y: number}[]}}
 *   `areas` have an outline; `dots` are too small for one. Parts without a code, such as Somaliland, are areas with the code ''.
 */
export function worldMap() {
  const coarse = featuresOf(require('world-atlas/countries-110m.json'));
  const fine = featuresOf(require('world-atlas/countries-50m.json'));
  const world = { type: 'FeatureCollection', features: coarse };
  const projection = geoEqualEarth().fitWidth(WIDTH, world);
  const draw = geoPath(projection).digits(0);
  const [, [, height]] = draw.bounds(world);
  const areas = coarse.map((country) => ({ code: codeOf(country), path: draw(country) ?? '' }));
  const drawn = new Set(areas.map(({ code }) => code));
  const small = fine.filter((country) => codeOf(country) !== '' && !drawn.has(codeOf(country)));
  // Of several parts with one code, the largest.
  const dots = new Map();
  for (const country of small.toSorted((a, b) => geoArea(a) - geoArea(b))) {
    const [x = 0, y = 0] = projection(geoCentroid(country)) ?? [];
    dots.set(codeOf(country), { code: codeOf(country), x: Math.round(x), y: Math.round(y) });
  }
  return { width: WIDTH, height: Math.ceil(height), areas, dots: [...dots.values()] };
}

function featuresOf(atlas) {
  return feature(atlas, atlas.objects.countries).features.filter((country) => !OMITTED.has(codeOf(country)));
}

function codeOf({ id, properties: { name } }) {
  return CODES_BY_NAME[name] ?? (id === undefined ? '' : (countries.numericToAlpha2(id) ?? ''));
}
