import { isIP } from 'node:net'
import { addressRanges, port, wholeNumber, wholeNumberOr } from '@gatehouse/runtime/config-fields'
import { z } from 'zod'

/** Settings of every service that listens; spread into the service's own schema. */
export function httpSettings(defaults: { port: number; connectionsMax: number }) {
  return {
    HOST: listenAddress().default('127.0.0.1'),
    PORT: port(defaults.port),
    METRICS_PORT: wholeNumber({ min: 0, max: 65_535 }).optional(),
    TRUSTED_PROXIES: addressRanges(),
    CONNECTIONS_MAX: wholeNumberOr(defaults.connectionsMax, { min: 1, max: 1_000_000 }),
    CONNECTIONS_PER_ADDRESS_MAX: wholeNumber({ min: 1, max: 1_000_000 }).optional(),
    SHUTDOWN_LEAD_MS: wholeNumberOr(0, { min: 0, max: 120_000 }),
    SHUTDOWN_GRACE_MS: wholeNumberOr(900_000, { min: 0, max: 3_600_000 }),
  }
}

/**
 * A name such as localhost may resolve to two addresses; there would be two listeners, and the drain knows only one.
 */
function listenAddress() {
  const message = 'must be an address, such as 127.0.0.1, ::1 or 0.0.0.0, not a name'
  return z.string().refine((value) => isIP(value) !== 0, message)
}
