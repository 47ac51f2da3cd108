import { namedSecrets } from '@gatehouse/runtime/named-secrets'

/** The setting needed by every app that creates or checks keys; spread it into the app's own schema. */
export const keySettings = { KEY_PEPPERS: namedSecrets('pepper') }
