// Credentials in a file with the format of the AWS tools, which a sidecar, an agent or a timer replaces before they expire.
import { readFile } from 'node:fs/promises'
import { storeUnavailable } from '../object-store.ts'
import type { S3Credentials } from './sign-request.ts'

/** Read for every request, so credentials that were replaced are used immediately. Only the profile `default` is read. */
export async function readCredentialsFile(path: string, region: string): Promise<S3Credentials> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw storeUnavailable({ during: 'credentials', path }, error)
  })
  const values = readProfile(text)
  const required = (name: string) => {
    const value = values.get(name)
    if (value === undefined || value === '')
      throw storeUnavailable({ during: 'credentials', path, missing: name })
    return value
  }
  return {
    accessKeyId: required('aws_access_key_id'),
    secretAccessKey: required('aws_secret_access_key'),
    region,
    sessionToken: values.get('aws_session_token'),
  }
}

function readProfile(text: string): Map<string, string> {
  const values = new Map<string, string>()
  let section = ''
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const named = /^\[\s*([^\]]+?)\s*\]$/.exec(line)?.[1]
    if (named !== undefined) section = named
    // A secret may contain `=`, so only the first one separates.
    const [, name, value] = /^([\w-]+)\s*=\s*(.*)$/.exec(line) ?? []
    if (section === 'default' && name !== undefined && value !== undefined) values.set(name, value)
  }
  return values
}
