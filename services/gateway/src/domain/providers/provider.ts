import type { RecordBillingRequest } from '@headwater/protos/gen/headwater/identity/v1/RecordBillingRequest';
import type { IgnoredEvent, ProviderPayment } from './payment';
import type { SignatureHeaders, SignedRequest } from './signature';

/** The payment providers, as paths and tables name them. */
export const PROVIDERS = ['stripe', 'paddle', 'lemon-squeezy', 'polar'] as const;

export type ProviderName = (typeof PROVIDERS)[number];

/** The data of a customer or a subscription in an event, or the reason why it has none. */
export type ProviderBilling = { readonly billing: RecordBillingRequest } | { readonly ignored: IgnoredEvent };

/** A visitor that an object of the provider names, with the object's email address or customer. */
export type ProviderVisitor = {
  readonly anonymousId: string;
  /** When the provider created the event. Unix milliseconds. */
  readonly atMs: number;
} & ({ readonly email: string } | { readonly customerId: string });

/** The data in an event. */
export interface ProviderEvent {
  readonly payment?: ProviderPayment;
  readonly billing?: ProviderBilling;
  readonly visitor?: ProviderVisitor | undefined;
}

/** Receives webhooks of a payment provider. A repeated event gives the same data, and the order of events doesn't matter. */
export interface ProviderAdapter {
  readonly name: ProviderName;
  /** For people: `Lemon Squeezy`. */
  readonly label: string;
  /** Names of the headers with the signature. */
  readonly signatureHeaders: readonly string[];
  /** The signing secret, as the provider shows it. */
  readonly secret: { readonly pattern: RegExp; readonly description: string };
  /** Why the provider's events may be refused with a valid secret, besides a wrong signature. */
  readonly maxAge: string;
  /** Description of the webhook endpoint, in Markdown. */
  readonly description: string;
  /** An example of an event, and its headers as typed between the double quotes of a shell. */
  readonly example: { readonly event: object; readonly headers: readonly string[] };
  /** Whether the signature has the provider's form. Checked before the body is read and before any database query. */
  hasSignatureForm(headers: SignatureHeaders): boolean;
  /** The event of a request with a valid and recent signature; otherwise undefined. */
  verify(request: SignedRequest): unknown;
  /** The event's type. */
  typeOf(event: unknown): unknown;
  read(event: unknown): ProviderEvent;
}
