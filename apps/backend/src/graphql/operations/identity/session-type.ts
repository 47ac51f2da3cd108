import type { AccessToken } from '@gatehouse/identity/access-token'
import type { User } from '@gatehouse/identity/users'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { userType } from './user-type.ts'

export type Session = { user: User; access: AccessToken }

export const sessionType = defineObject<Session>(
  'Session',
  'What a login gives. The refresh token is not in it: it comes as a cookie that no script can read.',
  {
    accessToken: field(shapes.string, ({ access }) => access.token),
    expiresAt: field(shapes.time, ({ access }) => access.expiresAt),
    user: field(userType, ({ user }) => user),
  },
)
