// Password reset and change of the e-mail address, both by mailed links.
import {
  type EmailChangeLink,
  confirmEmailChange,
  emailChangeHours,
  emailChangeStates,
  requestEmailChange,
} from '@gatehouse/identity/change-email'
import {
  countResetRequest,
  resetMinutes,
  resetPassword,
  sendResetLink,
} from '@gatehouse/identity/reset-password'
import { type MailOrder, enqueueMail } from '@gatehouse/mail/enqueue-mail'
import { noMailSeal } from '@gatehouse/mail/seal-mail'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Transaction } from '@gatehouse/schema/database'
import { requireUser } from '../../access/authorise.ts'
import type { OperationContext, OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { enumeration, shapes } from '../../schema/shape.ts'
import { auditOrigin } from '../audit.ts'
import { loginOrigin } from './identity.ts'

const changeStateType = enumeration(
  'EmailChangeState',
  'CHANGED: both addresses have confirmed, and the new one is in use. WAITING: the other address must still confirm.',
  emailChangeStates,
)

export const recoveryOperations: readonly Operation[] = [
  defineMutation({
    name: 'requestPasswordReset',
    description: `Mails a link to set a new password, valid for ${resetMinutes} minutes, if the address has an account. The answer is true in either case. Requests are limited (RATE_LIMITED).`,
    inputs: { email: inputs.string },
    returns: shapes.boolean,
    // As high as login, so that one document cannot request several mails.
    cost: 3_000,
    async resolve(context, { email }) {
      const { deps, logger } = context
      const { addressRange } = loginOrigin(context)
      await countResetRequest(deps.identity, { email, addressRange })
      await prepareMail(deps)
      const mailLink: Parameters<typeof sendResetLink>[0]['mailLink'] = (tx, { id, user, token }) =>
        mailTo(deps, tx, {
          key: `password-reset:${id}`,
          to: user.email,
          template: 'account-link',
          values: {
            subject: 'Set a new password',
            explanation: `A new password was requested for your account. Follow this link within ${resetMinutes} minutes to set one; it can be used once:`,
            link: linkTo(deps, 'reset', token),
            otherwise: 'If you did not request this, do nothing: your password stays as it is.',
          },
        })
      // Not awaited, because the time of the answer would reveal whether the address has an account.
      sendResetLink({ ...deps, mailLink }, email, auditOrigin(context)).catch((error: unknown) =>
        logger.error('password reset link was not sent', { error }),
      )
      return true
    },
  }),
  defineMutation({
    name: 'resetPassword',
    description:
      'Sets a new password with the token of a mailed link, and ends all sessions of the user. Log in afterwards.',
    inputs: { token: inputs.secret, newPassword: inputs.secret },
    returns: shapes.boolean,
    cost: 3_000,
    async resolve(context, { token, newPassword }) {
      const { deps, logger } = context
      await prepareMail(deps)
      await resetPassword(
        {
          ...deps,
          ...deps.identity,
          mailNotice: (tx, user) =>
            mailTo(deps, tx, {
              key: `password-changed:${context.requestId}`,
              to: user.email,
              template: 'account-notice',
              values: {
                subject: 'Your password was changed',
                text: 'The password of your account was changed by a link that was mailed to you, and all sessions were ended. If this was not you, contact the administrator of the platform.',
              },
            }),
        },
        { token, password: newPassword, addressRange: loginOrigin(context).addressRange },
        auditOrigin(context),
      )
      logger.info('password reset by link')
      return true
    },
  }),
  defineMutation({
    name: 'requestEmailChange',
    description: `Mails a link to the present and to the new e-mail address of the caller. The address changes when both links have been confirmed, within ${emailChangeHours} hours. Replaces an earlier request.`,
    inputs: { newEmail: inputs.string },
    returns: shapes.boolean,
    cost: 3_000,
    needsRecentLogin: true,
    async resolve(context, { newEmail }) {
      const { deps, viewer } = context
      const user = await requireUser(viewer)
      await prepareMail(deps)
      const mailLink = (tx: Transaction, link: EmailChangeLink) => mailTo(deps, tx, orderOf(deps, link))
      await requestEmailChange(
        { ...deps, limits: deps.identity.limits, mailLink },
        { user, newEmail },
        auditOrigin(context),
      )
      return true
    },
  }),
  defineMutation({
    name: 'confirmEmailChange',
    description: 'Confirms a change of the e-mail address with the token of one of the two mailed links.',
    inputs: { token: inputs.secret },
    returns: changeStateType,
    cost: 3_000,
    resolve: (context, { token }) =>
      confirmEmailChange(
        { ...context.deps, limits: context.deps.identity.limits },
        { token, addressRange: loginOrigin(context).addressRange },
        auditOrigin(context),
      ),
  }),
]

/** Throws if links cannot be mailed, whether or not there is an account. */
async function prepareMail({ mailQueue, mailSeal }: OperationContext['deps']): Promise<void> {
  if (!mailSeal) noMailSeal.seal('', { text: '', html: '' })
  await mailQueue.prepare()
}

type AccountMail = Omit<MailOrder, 'companyId'> & Pick<MailOrder, 'template' | 'values'>

async function mailTo(deps: OperationDeps, tx: Transaction, order: AccountMail): Promise<void> {
  await enqueueMail({ ids: deps.ids, queue: deps.mailQueue, seal: deps.mailSeal }, tx, {
    ...order,
    companyId: null,
  } as MailOrder)
}

function orderOf(deps: OperationDeps, { key, to, newEmail, token }: EmailChangeLink): AccountMail {
  return {
    key,
    to,
    template: 'account-link',
    values: {
      subject: 'Confirm your new e-mail address',
      explanation: `The e-mail address of your account shall become ${newEmail}. Confirm it with this link within ${emailChangeHours} hours; the other address must confirm it, too:`,
      link: linkTo(deps, 'account/email', token),
      otherwise: 'If you did not request this, do nothing: the address stays as it is.',
    },
  }
}

/** The token is in the URL fragment, which browsers do not send, so no server logs it. */
function linkTo({ consoleUrl }: Pick<OperationDeps, 'consoleUrl'>, page: string, token: Secret): string {
  return `${consoleUrl}/${page}#${token.reveal()}`
}
