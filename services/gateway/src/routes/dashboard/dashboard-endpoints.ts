import type { Endpoint } from '../../http/endpoint';
import { getSession } from './get-session';
import { openShareLink } from './open-share-link';
import { signIn } from './sign-in';
import { signOut } from './sign-out';
import { signOutEverywhere } from './sign-out-everywhere';

/** What the dashboard's pages ask beside the API. No part of it: not in the OpenAPI document, free to change with the pages. */
export const DASHBOARD_ENDPOINTS: readonly Endpoint[] = [
  signIn,
  getSession,
  signOut,
  signOutEverywhere,
  openShareLink,
];
