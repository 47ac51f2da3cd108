import { namedSecrets } from '@gatehouse/runtime/named-secrets'

/** The setting that whoever makes or checks keys has; spread into the app's own schema. */
export const keySettings = { KEY_PEPPERS: namedSecrets('pepper') }
