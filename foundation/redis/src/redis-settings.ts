import { secretUrl } from '@gatehouse/runtime/config-fields'

/** The setting that every service with a cache has; spread into the service's own schema. */
export const redisSettings = {
  REDIS_URL: secretUrl('redis', 'rediss'),
}
