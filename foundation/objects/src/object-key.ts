import { assert } from '@gatehouse/runtime/assert'

/**
 * The path of an object: lower-case letters, digits and dashes between slashes, so it can neither leave its directory
 * nor need encoding.
 */
export type ObjectKey = string & { readonly isObjectKey: true }

const shape = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/
const lengthMax = 512

export function objectKey(...parts: readonly string[]): ObjectKey {
  const key = parts.join('/')
  assert(shape.test(key) && key.length <= lengthMax, 'an object key consists of a-z, 0-9, dashes and slashes')
  return key as ObjectKey
}
