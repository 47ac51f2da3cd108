import { secretUrl, wholeNumberOr } from '@gatehouse/runtime/config-fields'

/** Settings of every service with a database; spread into the service's own schema. */
export const postgresSettings = {
  DATABASE_URL: secretUrl('postgres', 'postgresql'),
  DATABASE_POOL_SIZE_MAX: wholeNumberOr(20, { min: 1, max: 500 }),
}
