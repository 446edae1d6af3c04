/** Whether a field's value is right; asked with undefined where the field is absent. */
type Check = (value: unknown) => boolean;

/** The checks of an object's fields, by their names: there may be no others. */
export type Shape = ReadonlyMap<string, Check>;

/** True for an object, no list, whose fields are all known and right. Does not say what is wrong: that takes ten times as long. */
export function hasShape(value: unknown, shape: Shape): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = value as Record<string, unknown>;
  for (const [name, isRight] of shape) if (!isRight(fields[name])) return false;
  for (const name in fields) if (!shape.has(name)) return false;
  return true;
}

/** Text of so many UTF-16 units. */
export function isText(value: unknown, most: number, fewest = 0): value is string {
  return typeof value === 'string' && value.length <= most && value.length >= fewest;
}

/** A check that an absent field passes, too. */
export function optional(isRight: Check): Check {
  return (value) => value === undefined || isRight(value);
}

/** A check that an absent field and null pass, too. */
export function nullish(isRight: Check): Check {
  return (value) => value === undefined || value === null || isRight(value);
}
