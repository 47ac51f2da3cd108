import { secretUrl } from '@gatehouse/runtime/config-fields'

/** Setting of every service with a cache; spread into the service's own schema. */
export const redisSettings = {
  REDIS_URL: secretUrl('redis', 'rediss'),
}
