import { namedSecrets } from '@gatehouse/runtime/named-secrets'

/** The setting of every app that creates or checks keys; spread into the app's own schema. */
export const keySettings = { KEY_PEPPERS: namedSecrets('pepper') }
