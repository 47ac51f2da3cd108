import { rotateRefreshToken } from '@gatehouse/identity/sessions'
import { Secret } from '@gatehouse/runtime/secret'
import { defineMutation } from '../../schema/define-operation.ts'
import { auditOrigin } from '../audit-origin.ts'
import { sessionType } from './session-type.ts'

export const refresh = defineMutation({
  name: 'refresh',
  description: 'Gives another access token for the refresh token in the cookie, and the next refresh token.',
  inputs: {},
  returns: sessionType,
  cost: 3_000,
  async resolve(context) {
    const { deps, refreshCookie, logger } = context
    // None is answered like one of no use.
    const token = refreshCookie.read() ?? new Secret('')
    const onReuse = (session: { userId: string; sessionId: string }) =>
      logger.warn('a refresh token came a second time; its session was ended', session)
    try {
      const rotated = await rotateRefreshToken({ ...deps, onReuse }, token, auditOrigin(context))
      refreshCookie.set(rotated.refresh.token, rotated.refresh.expiresAt)
      return { user: rotated.user, access: await deps.identity.tokens.issue(rotated.user) }
    } catch (thrown) {
      // Not after a failure of ours, which a later try may survive.
      if (isOver(thrown)) refreshCookie.clear()
      throw thrown
    }
  },
})

function isOver(thrown: unknown): boolean {
  return thrown instanceof Error && 'kind' in thrown && thrown.kind === 'unauthenticated'
}
