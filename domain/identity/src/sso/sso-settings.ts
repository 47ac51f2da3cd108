import { addressRanges } from '@gatehouse/runtime/config-fields'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'

/** Settings of the backend. Without SSO_SECRETS there is no single sign-on. */
export const ssoSettings = {
  SSO_SECRETS: namedSecrets('secret').optional(),
  // For development and tests only: addresses of providers that are not public, also by http.
  SSO_ALLOWED_RANGES: addressRanges(),
}
