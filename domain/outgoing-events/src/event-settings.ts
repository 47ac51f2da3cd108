import { addressRanges } from '@gatehouse/runtime/config-fields'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'

/**
 * Settings of the backend, where endpoints are registered, and of the AI service, which sends events; the same for both.
 * Without EVENT_SECRETS companies cannot register endpoints, and no events are sent.
 */
export const eventSettings = {
  EVENT_SECRETS: namedSecrets('secret').optional(),
  // For development and tests only: addresses that are not public, to which events may be sent nevertheless, also by http.
  EVENT_ALLOWED_RANGES: addressRanges(),
}
