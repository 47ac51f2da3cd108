// The text of an alert, and the page of the console where an admin can act. An alert is stored as data and rendered when
// it is mailed or listed.
import { formatCredits } from '@gatehouse/credits/credit'
import type { NoticeText } from '../company-notices.ts'
import type { AlertKind } from './alert-rule.ts'

/** Stored as JSON. Credits are decimals with six places; days and percentages are rounded to one place. */
export type AlertDetails = {
  threshold: string
  /** Null for a test alert. */
  value: string | null
  /** The budget, cap or key that crossed its threshold, as people know it. */
  name?: string
  keyId?: string
}

/** Formats a value of a kind as it is stored: micro-credits as credits. */
export function formatAlertValue(unit: 'credits' | 'days' | 'percent', value: number | bigint): string {
  if (unit === 'credits') return formatCredits(BigInt(Math.trunc(Number(value))))
  return String(Math.round(Number(value) * 10) / 10)
}

export function describeAlert(kind: AlertKind, details: AlertDetails): NoticeText {
  const condition = describeRule(kind, details.threshold)
  if (details.value === null) {
    return {
      subject: 'Test of an alert',
      paragraphs: [
        `This is a test, requested by an admin of your company. The rule is: ${condition}. Nothing has happened.`,
      ],
    }
  }
  return describeCrossing(kind, { ...details, value: details.value })
}

/** The rule in words, without a full stop. */
function describeRule(kind: AlertKind, threshold: string): string {
  const amount = shortenDecimal(threshold)
  switch (kind) {
    case 'BALANCE_BELOW':
      return `the balance is below ${amount} credits`
    case 'DAYS_LEFT_BELOW':
      return `the balance lasts less than ${amount} days`
    case 'DAILY_SPEND_ABOVE':
      return `the spend of a day is above ${amount} credits`
    case 'BUDGET_SHARE_REACHED':
      return `${amount} % of a monthly budget or cap are used`
    case 'FAILURE_SHARE_ABOVE':
      return `more than ${amount} % of the calls of the last hour failed`
    case 'KEY_EXPIRES_WITHIN':
      return `a key expires within ${amount} days`
    case 'SPEND_UNUSUAL':
      return `the spend of a day is above ${amount} % of the usual one`
  }
}

function describeCrossing(kind: AlertKind, details: AlertDetails & { value: string }): NoticeText {
  const [limit, value] = [shortenDecimal(details.threshold), shortenDecimal(details.value)]
  const name = details.name ?? ''
  switch (kind) {
    case 'BALANCE_BELOW':
      return text(`The balance is below ${limit} credits`, [
        `Your company has ${value} credits left.`,
        'Calls are rejected when no credits are left. Buy credits in time.',
      ])
    case 'DAYS_LEFT_BELOW':
      return text(`The balance lasts less than ${limit} days`, [
        `At the pace of the last seven days, the credits of your company last ${value} days.`,
        'Calls are rejected when no credits are left. Buy credits in time.',
      ])
    case 'DAILY_SPEND_ABOVE':
      return text(`The spend of today is above ${limit} credits`, [
        `Your company has spent ${value} credits today (UTC).`,
        'If this is unexpected, look at the spend by key and model, and set a budget.',
      ])
    case 'BUDGET_SHARE_REACHED':
      return text(`${limit} % of a budget are used`, [
        `${value} % of ${name} are used. The month ends at midnight UTC of its last day.`,
        'A hard budget and the cap of a key reject calls once they are used up; a soft budget rejects nothing.',
      ])
    case 'FAILURE_SHARE_ABOVE':
      return text(`More than ${limit} % of calls fail`, [
        `${value} % of the latest calls of your company failed. Failed calls are not charged.`,
        'The list of calls shows the reasons.',
      ])
    case 'KEY_EXPIRES_WITHIN':
      return text(`A key expires within ${limit} days`, [
        `${capitalise(name)} expires in ${value} days. After that its calls are rejected.`,
        'Rotate the key, or change when it expires.',
      ])
    case 'SPEND_UNUSUAL':
      return text('The spend of today is unusual', [
        `Your company has spent ${value} % of what it spends on a usual day: the median of the last four weeks.`,
        'If this is unexpected, look at the spend by key and model, and revoke keys that you do not recognise.',
      ])
  }
}

/** The path of the console's page, below its address. */
export function alertPage(kind: AlertKind, companyId: string, keyId?: string): string {
  const company = `/c/${companyId}`
  switch (kind) {
    case 'BALANCE_BELOW':
    case 'DAYS_LEFT_BELOW':
      return `${company}/profile/billing`
    case 'DAILY_SPEND_ABOVE':
    case 'SPEND_UNUSUAL':
      return `${company}/spend`
    case 'FAILURE_SHARE_ABOVE':
      return `${company}/calls`
    case 'BUDGET_SHARE_REACHED':
    case 'KEY_EXPIRES_WITHIN':
      return keyId === undefined ? `${company}/spend` : `${company}/profile/api-keys/${keyId}`
  }
}

function text(subject: string, paragraphs: string[]): NoticeText {
  return { subject, paragraphs }
}

/** Removes zeros that say nothing: `7.500000` is 7.5. */
export function shortenDecimal(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
