import type { AccessToken } from '@gatehouse/identity/access-token'
import type { User } from '@gatehouse/identity/users'
import { defineObject, field, shapes } from '../../schema/shape.ts'
import { userType } from './user-type.ts'

export type Session = { user: User; access: AccessToken }

export const sessionType = defineObject<Session>(
  'Session',
  'The result of a login. The refresh token is not included: it is set as a cookie that scripts cannot read.',
  {
    accessToken: field(shapes.string, ({ access }) => access.token),
    expiresAt: field(shapes.time, ({ access }) => access.expiresAt),
    user: field(userType, ({ user }) => user),
  },
)
