// Generated from outgoing-events.graphql by pnpm console:operations. Do not edit.
import type { Operation } from '../../../graphql/operation.ts'

export type OutgoingEventsVariables = {
  companyId: string
  endpointId?: string | null | undefined
  status?: 'DELIVERED' | 'FAILED' | 'PENDING' | null | undefined
  after?: string | null | undefined
}

export type OutgoingEventsResult = {
  eventEndpoints: readonly ({
    id: string
    url: string
    description: string
    eventTypes: readonly (string)[]
    isEnabled: boolean
    disabledBecause: 'FAILING' | 'GONE' | null
    failingSince: string | null
    previousSecretUntil: string | null
  })[]
  eventDeliveries: {
    endCursor: string | null
    hasNextPage: boolean
    nodes: readonly ({
      id: string
      eventId: string
      endpointId: string
      type: string
      status: 'DELIVERED' | 'FAILED' | 'PENDING'
      createdAt: string
      settledAt: string | null
      nextAttemptAt: string | null
      data: unknown
      attempts: readonly ({
        startedAt: string
        durationMs: number
        statusCode: number | null
        error: string | null
      })[]
    })[]
  }
}

export const outgoingEvents: Operation<OutgoingEventsResult, OutgoingEventsVariables> = {
  name: 'OutgoingEvents',
  text: "query OutgoingEvents($companyId:ID!,$endpointId:ID,$status:EventDeliveryStatus,$after:ID){eventEndpoints(companyId:$companyId){id url description eventTypes isEnabled disabledBecause failingSince previousSecretUntil}eventDeliveries(companyId:$companyId first:20 after:$after endpointId:$endpointId status:$status){endCursor hasNextPage nodes{id eventId endpointId type status createdAt settledAt nextAttemptAt data attempts{startedAt durationMs statusCode error}}}}",
}

export type CreateEndpointVariables = {
  companyId: string
  input: { description?: string | null | undefined; eventTypes?: readonly (string)[] | null | undefined; url: string }
}

export type CreateEndpointResult = {
  createEventEndpoint: {
    secret: string
    endpoint: {
      id: string
      url: string
    }
  }
}

export const createEndpoint: Operation<CreateEndpointResult, CreateEndpointVariables> = {
  name: 'CreateEndpoint',
  text: "mutation CreateEndpoint($companyId:ID!,$input:CreateEventEndpointInput!){createEventEndpoint(companyId:$companyId,input:$input){secret endpoint{id url}}}",
}

export type UpdateEndpointVariables = {
  companyId: string
  endpointId: string
  input: { description?: string | null | undefined; eventTypes?: readonly (string)[] | null | undefined; isEnabled?: boolean | null | undefined; url?: string | null | undefined }
}

export type UpdateEndpointResult = {
  updateEventEndpoint: {
    id: string
  }
}

export const updateEndpoint: Operation<UpdateEndpointResult, UpdateEndpointVariables> = {
  name: 'UpdateEndpoint',
  text: "mutation UpdateEndpoint($companyId:ID!,$endpointId:ID!,$input:UpdateEventEndpointInput!){updateEventEndpoint(companyId:$companyId endpointId:$endpointId input:$input){id}}",
}

export type RotateEndpointSecretVariables = {
  companyId: string
  endpointId: string
}

export type RotateEndpointSecretResult = {
  rotateEventEndpointSecret: {
    secret: string
    endpoint: {
      id: string
      url: string
    }
  }
}

export const rotateEndpointSecret: Operation<RotateEndpointSecretResult, RotateEndpointSecretVariables> = {
  name: 'RotateEndpointSecret',
  text: "mutation RotateEndpointSecret($companyId:ID!,$endpointId:ID!){rotateEventEndpointSecret(companyId:$companyId,endpointId:$endpointId){secret endpoint{id url}}}",
}

export type DeleteEndpointVariables = {
  companyId: string
  endpointId: string
}

export type DeleteEndpointResult = {
  deleteEventEndpoint: {
    id: string
  }
}

export const deleteEndpoint: Operation<DeleteEndpointResult, DeleteEndpointVariables> = {
  name: 'DeleteEndpoint',
  text: "mutation DeleteEndpoint($companyId:ID!,$endpointId:ID!){deleteEventEndpoint(companyId:$companyId,endpointId:$endpointId){id}}",
}

export type TestEndpointVariables = {
  companyId: string
  endpointId: string
}

export type TestEndpointResult = {
  testEventEndpoint: {
    id: string
  }
}

export const testEndpoint: Operation<TestEndpointResult, TestEndpointVariables> = {
  name: 'TestEndpoint',
  text: "mutation TestEndpoint($companyId:ID!,$endpointId:ID!){testEventEndpoint(companyId:$companyId,endpointId:$endpointId){id}}",
}

export type ReplayDeliveryVariables = {
  companyId: string
  deliveryId: string
}

export type ReplayDeliveryResult = {
  replayEventDelivery: {
    id: string
  }
}

export const replayDelivery: Operation<ReplayDeliveryResult, ReplayDeliveryVariables> = {
  name: 'ReplayDelivery',
  text: "mutation ReplayDelivery($companyId:ID!,$deliveryId:ID!){replayEventDelivery(companyId:$companyId,deliveryId:$deliveryId){id}}",
}
