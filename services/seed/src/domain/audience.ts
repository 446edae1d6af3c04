import type { Device } from '@headwater/protos/vocabulary';
import type { Random, Weighted } from './random';

/** Browser, device and location of a visitor. */
export interface Agent {
  /** ISO 3166 alpha-2; `''` if unknown to the bundled database. */
  readonly country: string;
  /** Offset to the time of central Europe. */
  readonly hoursAhead: number;
  readonly device: Device;
  readonly browser: string;
  readonly os: string;
}

interface Country {
  readonly code: string;
  readonly hoursAhead: number;
  /** Share of visitors with phones. */
  readonly phones: number;
  /** Share of Apple among phones; computers have about 60 % of it. */
  readonly apple: number;
}

const country = (code: string, hoursAhead: number, phones: number, apple: number): Country => ({
  code,
  hoursAhead,
  phones,
  apple,
});

const COUNTRIES: readonly Weighted<Country>[] = [
  [country('DE', 0, 0.34, 0.38), 24],
  [country('US', -7, 0.33, 0.58), 20],
  [country('GB', -1, 0.37, 0.52), 9],
  [country('FR', 0, 0.36, 0.36), 7],
  [country('NL', 0, 0.34, 0.42), 5],
  [country('AT', 0, 0.36, 0.37), 4.5],
  [country('CH', 0, 0.35, 0.55), 4.5],
  [country('IN', 4.5, 0.56, 0.05), 6],
  [country('PL', 0, 0.42, 0.15), 3.2],
  [country('ES', 0, 0.44, 0.24), 3.2],
  [country('IT', 0, 0.43, 0.3), 2.8],
  [country('SE', 0, 0.36, 0.56), 2.2],
  [country('CA', -6, 0.34, 0.59), 2.6],
  [country('BR', -4, 0.52, 0.18), 2.2],
  [country('AU', 8, 0.36, 0.58), 1.6],
  [country('JP', 7, 0.42, 0.66), 1.2],
  [country('', 0, 0.4, 0.4), 0.6],
];

// prettier-ignore
const BROWSERS: Readonly<Record<string, readonly Weighted<string>[]>> = {
  Windows: [['Chrome', 64], ['Microsoft Edge', 22], ['Firefox', 12], ['Opera', 2]],
  macOS: [['Chrome', 55], ['Safari', 35], ['Firefox', 9], ['Microsoft Edge', 1]],
  Linux: [['Chrome', 52], ['Firefox', 48]],
  'Chrome OS': [['Chrome', 1]],
  iOS: [['Safari', 86], ['Chrome', 12], ['Firefox', 2]],
  Android: [['Chrome', 80], ['Samsung Internet for Android', 13], ['Firefox', 5], ['Opera', 2]],
};

const TABLETS = 0.025;

/** Draws the browser of a visitor. @param phones factor of the share of phones, from the source */
export function drawAgent(phones: number, random: Random): Agent {
  const { code, hoursAhead, phones: usual, apple } = random.draw(COUNTRIES);
  const device = drawDevice(Math.min(usual * phones, 0.92), random);
  const os =
    device === 'desktop'
      ? drawDesktop(apple, random)
      : random.chance(device === 'tablet' ? 0.7 : apple)
        ? 'iOS'
        : 'Android';
  return {
    country: code,
    hoursAhead: Math.trunc(hoursAhead),
    device,
    browser: random.draw(BROWSERS[os] ?? []),
    os,
  };
}

function drawDevice(phones: number, random: Random): Device {
  if (random.chance(TABLETS)) return 'tablet';
  return random.chance(phones) ? 'mobile' : 'desktop';
}

function drawDesktop(apple: number, random: Random): string {
  return random.draw([
    ['macOS', apple * 0.62],
    ['Linux', 0.09],
    ['Chrome OS', 0.015],
    ['Windows', 0.9 - apple * 0.62],
  ]);
}
