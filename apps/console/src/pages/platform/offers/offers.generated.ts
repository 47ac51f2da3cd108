// Generated from offers.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type PlatformOffersVariables = Record<string, never>

export type PlatformOffersResult = {
  allPlans: readonly ({
    id: string
    name: string
    active: boolean
    billingMode: 'POSTPAID' | 'PREPAID'
    credits: number
    price: number
    currency: string
    interval: 'MONTH' | 'YEAR'
    trialDays: number
    trialCredits: number
    keyRpmLimitMax: number | null
    keyTpmLimitMax: number | null
    needsProviderPricing: boolean
    sortOrder: number
  })[]
  allCreditPacks: readonly ({
    id: string
    name: string
    credits: number
    price: number
    currency: string
    status: 'ACTIVE' | 'ARCHIVED'
    providerPriceId: string | null
    sortOrder: number
  })[]
}

export const platformOffers: Operation<PlatformOffersResult, PlatformOffersVariables> = {
  name: 'PlatformOffers',
  text: "query PlatformOffers{allPlans{id name active billingMode credits price currency interval trialDays trialCredits keyRpmLimitMax keyTpmLimitMax needsProviderPricing sortOrder}allCreditPacks{id name credits price currency status providerPriceId sortOrder}}",
}

export type CreatePackVariables = {
  input: { credits: number; currency: string; name: string; price: number; sortOrder: number }
}

export type CreatePackResult = {
  createCreditPack: {
    id: string
  }
}

export const createPack: Operation<CreatePackResult, CreatePackVariables> = {
  name: 'CreatePack',
  text: "mutation CreatePack($input:CreateCreditPackInput!){createCreditPack(input:$input){id}}",
}

export type UpdatePackVariables = {
  packId: string
  input: { active?: boolean | null | undefined; credits?: number | null | undefined; currency?: string | null | undefined; name?: string | null | undefined; price?: number | null | undefined; sortOrder?: number | null | undefined }
}

export type UpdatePackResult = {
  updateCreditPack: {
    id: string
  }
}

export const updatePack: Operation<UpdatePackResult, UpdatePackVariables> = {
  name: 'UpdatePack',
  text: "mutation UpdatePack($packId:ID!,$input:UpdateCreditPackInput!){updateCreditPack(packId:$packId,input:$input){id}}",
}

export type CreatePlanVariables = {
  input: { billingMode: 'POSTPAID' | 'PREPAID'; credits: number; currency: string; documentBytesPerDay?: number | null | undefined; documentsPerDay?: number | null | undefined; interval?: 'MONTH' | 'YEAR' | null | undefined; keyRpmLimitMax?: number | null | undefined; keyTpmLimitMax?: number | null | undefined; modelWorkCredits?: number | null | undefined; name: string; price: number; sortOrder: number; trialCredits?: number | null | undefined; trialDays?: number | null | undefined }
}

export type CreatePlanResult = {
  createPlan: {
    id: string
  }
}

export const createPlan: Operation<CreatePlanResult, CreatePlanVariables> = {
  name: 'CreatePlan',
  text: "mutation CreatePlan($input:CreatePlanInput!){createPlan(input:$input){id}}",
}

export type UpdatePlanVariables = {
  planId: string
  input: { active?: boolean | null | undefined; billingMode?: 'POSTPAID' | 'PREPAID' | null | undefined; credits?: number | null | undefined; currency?: string | null | undefined; interval?: 'MONTH' | 'YEAR' | null | undefined; keyRpmLimitMax?: number | null | undefined; keyTpmLimitMax?: number | null | undefined; name?: string | null | undefined; price?: number | null | undefined; sortOrder?: number | null | undefined; trialCredits?: number | null | undefined; trialDays?: number | null | undefined }
}

export type UpdatePlanResult = {
  updatePlan: {
    id: string
  }
}

export const updatePlan: Operation<UpdatePlanResult, UpdatePlanVariables> = {
  name: 'UpdatePlan',
  text: "mutation UpdatePlan($planId:ID!,$input:UpdatePlanInput!){updatePlan(planId:$planId,input:$input){id}}",
}

export type SyncPricingVariables = Record<string, never>

export type SyncPricingResult = {
  syncAllPlansProviderPricing: readonly ({
    id: string
    needsProviderPricing: boolean
  })[]
}

export const syncPricing: Operation<SyncPricingResult, SyncPricingVariables> = {
  name: 'SyncPricing',
  text: "mutation SyncPricing{syncAllPlansProviderPricing{id needsProviderPricing}}",
}
