/** The text of the option `--name=text`. */
export function textOf(args: readonly string[], name: string): string | undefined {
  return args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/** The number of the option `--name=number`. */
export function numberOf(args: readonly string[], name: string): number | undefined {
  const given = textOf(args, name);
  return given === undefined ? undefined : Number(given);
}
