/**
 * Money spread over visitors, exactly: two decimals more than it came with, half away from zero; null without visitors.
 *
 * @param money decimal string such as `-49.00`.
 */
export function perVisitor(money: string, visitors: number): string | null {
  if (visitors === 0) return null;
  const [whole = '0', fraction = ''] = money.replace('-', '').split('.');
  const divisor = BigInt(visitors);
  const quotient = (BigInt(whole + fraction) * 200n + divisor) / (2n * divisor);
  const decimals = fraction.length + 2;
  const digits = quotient.toString().padStart(decimals + 1, '0');
  const sign = money.startsWith('-') && quotient !== 0n ? '-' : '';
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
