// A backend with an object store, and an admin who uploads.
import type { MembershipRole } from '@gatehouse/identity/memberships'
import { addUser, issueToken } from '@gatehouse/testkit/seed-backend'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { type S3Sim, startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { type TestBackend, startTestBackend } from './start-test-backend.ts'

export type UploadOptions = {
  query?: Record<string, string>
  /** The admin's token by default. */
  authorization?: string | undefined
  headers?: Record<string, string>
}

export type TestUploads = AsyncDisposable & {
  backend: TestBackend
  sim: S3Sim
  companyId: string
  upload(body: string | Buffer<ArrayBuffer>, options?: UploadOptions): Promise<Response>
  authorizationOf(role: MembershipRole, companyId: string): Promise<string>
}

export async function openUploads(settings: Record<string, string> = {}): Promise<TestUploads> {
  const scope = new AsyncDisposableStack()
  const sim = scope.use(await startS3Sim())
  const backend = scope.use(await startTestBackend({ OBJECT_STORE_URL: sim.url, ...settings }))
  const companyId = await addCompany(backend.database, 0n)
  const authorizationOf = async (role: MembershipRole, of: string) =>
    `Bearer ${await issueToken(await addUser(backend.database, { companyId: of, role }))}`
  const admin = await authorizationOf('ADMIN', companyId)
  return {
    backend,
    sim,
    companyId,
    authorizationOf,
    upload(body, options = {}) {
      const query = new URLSearchParams({ companyId, kind: 'cv', name: 'cv.txt', ...options.query })
      const authorization = 'authorization' in options ? options.authorization : admin
      return fetch(`${backend.url}/documents?${query.toString()}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          ...(authorization === undefined ? {} : { authorization }),
          ...options.headers,
        },
        body,
      })
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}
