/** One instruction of a Dockerfile, with continued lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** One `FROM` with its instructions. */
export interface Stage {
  readonly from: string;
  /** The value of `--platform`; empty for the platform of the image. */
  readonly platform: string;
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile, and the instructions before the first. */
export function parseDockerfile(text: string): {
  readonly before: readonly Instruction[];
  readonly stages: readonly Stage[];
} {
  const instructions = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }));
  const starts = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
  return {
    before: instructions.slice(0, starts[0]),
    stages: starts.map((start, index) => {
      const [, platform = '', from = '', name = ''] =
        /^(?:--platform=(\S+) )?(\S+)(?: AS (\S+))?$/.exec(instructions[start]?.text ?? '') ?? [];
      return { from, platform, name, instructions: instructions.slice(start + 1, starts[index + 1]) };
    }),
  };
}

/** The texts of a stage's instructions with this name: `of(stage, 'RUN')`. */
export function of(stage: Stage | undefined, name: string): string[] {
  return (stage?.instructions ?? []).filter((one) => one.name === name).map(({ text }) => text);
}
