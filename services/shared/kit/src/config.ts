import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseUrl } from './parse-url';

/** One setting: its environment variable, its one-line documentation, and the schema that parses its value. */
export interface Setting<T> {
  readonly env: string;
  readonly doc: string;
  /** Parses the variable's text; `undefined` when it is unset or empty. */
  readonly schema: z.ZodType<T, string | undefined>;
  /** Masked by `--print-config`. `<env>_FILE` can name a file with the value, such as a mounted secret. */
  readonly secret?: boolean;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

export type ConfigOf<S extends Settings> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** All configuration errors, one per line. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Returns the settings with their literal types. */
export function defineSettings<S extends Settings>(settings: S): S {
  return settings;
}

/**
 * Returns the environment with the contents of the files that `<NAME>_FILE` names for secrets, such as mounted secrets of a container.
 * The line end of a file is left out.
 *
 * @throws ConfigError naming every file that cannot be read, and every secret with both variables.
 */
export function readSecretFiles(tables: readonly Settings[], env: Environment): Environment {
  const problems: string[] = [];
  const read: Record<string, string | undefined> = {};
  const secrets = tables.flatMap((table) => Object.values(table)).filter(({ secret }) => secret);
  for (const name of new Set(secrets.map((setting) => setting.env))) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set. Set one of them`);
    try {
      read[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      problems.push(`${name}_FILE: the file cannot be read (${(error as Error).message})`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...env, ...read };
}

/** Reads and checks all settings. An empty variable counts as unset. @throws ConfigError naming every bad variable. */
export function loadConfig<S extends Settings>(settings: S, env: Environment): ConfigOf<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const text = env[setting.env];
    const result = setting.schema.safeParse(text === '' ? undefined : text);
    if (result.success) values[key] = result.data;
    else
      problems.push(
        `${setting.env}: ${result.error.issues.map((issue) => issue.message).join('; ')} (${setting.doc})`,
      );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as ConfigOf<S>;
}

/** Returns one line `NAME=value  # doc` per setting, as `--print-config` prints it. Secrets are masked. */
export function describeConfig<S extends Settings>(settings: S, config: ConfigOf<S>): string {
  return Object.entries(settings)
    .map(([key, setting]) => {
      const value: unknown = config[key];
      const text = value === undefined ? '' : setting.secret ? '********' : printed(value);
      return `${setting.env}=${text}  # ${setting.doc}`;
    })
    .join('\n');
}

function printed(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const required = { error: 'is required' };

/** A TCP port; 0 lets the system pick a free one. */
export function port(fallback: number): z.ZodType<number, string | undefined> {
  return wholeNumber(fallback, { min: 0, max: 65_535 });
}

export function wholeNumber(
  fallback: number,
  range: { min: number; max: number },
): z.ZodType<number, string | undefined> {
  const message = `must be a whole number from ${range.min} to ${range.max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= range.min && value <= range.max, message)
    .optional()
    .transform((value) => value ?? fallback);
}

export function text(fallback?: string): z.ZodType<string, string | undefined> {
  if (fallback === undefined) return z.string(required);
  return z
    .string()
    .optional()
    .transform((value) => value ?? fallback);
}

/** An absolute URL of one of the given schemes (`['http:', 'https:']`), without a trailing slash. */
export function url(schemes: readonly string[], fallback?: string): z.ZodType<string, string | undefined> {
  const check = z
    .string(required)
    .refine(
      (value) => schemes.includes(parseUrl(value)?.protocol ?? ''),
      `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    )
    .transform((value) => value.replace(/\/+$/, ''));
  return fallback === undefined ? check : check.optional().transform((value) => value ?? fallback);
}

/** `host:port` of a gRPC service, or a `dns:///` target, optionally with its name server: `dns://10.0.0.2:53/host:port`. */
export function address(fallback: string): z.ZodType<string, string | undefined> {
  return z
    .string()
    .regex(
      /^(dns:\/\/([A-Za-z0-9.-]+(:\d{1,5})?)?\/)?(\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/,
      'must be host:port or dns:///host:port',
    )
    .optional()
    .transform((value) => value ?? fallback);
}

export function oneOf<const T extends string>(
  values: readonly T[],
  fallback: T,
): z.ZodType<T, string | undefined> {
  return z
    .enum(values, `must be one of ${values.join(', ')}`)
    .optional()
    .transform((value) => value ?? fallback);
}

/** A TCP port; undefined disables the listener. */
export function optionalPort(): z.ZodType<number | undefined, string | undefined> {
  return z.union([z.undefined(), port(0)]);
}

/** A ratio from 0 to 1. */
function ratio(fallback: number): z.ZodType<number, string | undefined> {
  const message = 'must be a number from 0 to 1';
  return z
    .string()
    .regex(/^\d(\.\d{1,9})?$/, message)
    .transform(Number)
    .refine((value) => value <= 1, message)
    .optional()
    .transform((value) => value ?? fallback);
}

/** Settings of every process. */
export const COMMON_SETTINGS = defineSettings({
  otlpEndpoint: {
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    doc: 'base URL of the OTLP/HTTP receiver of traces, such as http://collector:4318; unset: tracing is off',
    schema: url(['http:', 'https:']).optional(),
  },
  traceRatio: {
    env: 'OTEL_TRACES_SAMPLER_ARG',
    doc: 'ratio of requests that are traced, 0 to 1; use the same value for all services',
    schema: ratio(1),
  },
  traceName: {
    env: 'OTEL_SERVICE_NAME',
    doc: 'service name in traces; default: headwater- and the program name',
    schema: z.string().max(100, 'must be at most 100 characters').optional(),
  },
  operationsHost: {
    env: 'METRICS_HOST',
    doc: 'address that METRICS_PORT listens on',
    schema: text('127.0.0.1'),
  },
  operationsPort: {
    env: 'METRICS_PORT',
    doc: 'HTTP port of /metrics, /healthz and /readyz; unset: disabled; 0 picks a free port',
    schema: optionalPort(),
  },
  logLevel: {
    env: 'LOG_LEVEL',
    doc: 'minimum level of log lines',
    schema: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
  },
});
