import type { Annotation__Output } from '@headwater/protos/gen/headwater/sites/v1/Annotation';
import { SITE_LIMITS } from '@headwater/protos/limits';
import { z } from 'zod';
import { isoTime } from '../domain/format';
import { defineEndpoint } from '../http/endpoint';
import { definitionId, deletedSchema } from './shapes/definitions';
import { siteParams } from './shapes/site';

const fields = {
  day: z.iso.date().meta({ description: 'Day in the time zone of the site', examples: ['2026-10-25'] }),
  text: z.string().meta({
    description: `1 to ${SITE_LIMITS.maxAnnotationLength} characters on one line, without an email address or a token`,
    examples: ['New pricing page'],
  }),
};

const timestamp = z.iso.datetime({ precision: 3 });

const annotationSchema = z
  .strictObject({ id: z.int().positive(), ...fields, createdAt: timestamp, updatedAt: timestamp })
  .meta({ id: 'Annotation' });

const annotationJson = ({
  id,
  day,
  text,
  createdAtMs,
  updatedAtMs,
}: Annotation__Output): z.infer<typeof annotationSchema> => ({
  ...{ id, day, text },
  createdAt: isoTime(createdAtMs),
  updatedAt: isoTime(updatedAtMs),
});

const annotationParams = siteParams.extend({ annotationId: definitionId('Annotation') });

/** `GET /api/v1/sites/{id}/annotations` */
export const listAnnotations = defineEndpoint({
  operationId: 'listAnnotations',
  summary: 'List annotations',
  description: 'Lists the notes on days of a site, such as releases and campaigns. Shared pages have none.',
  tag: 'Sites',
  method: 'get',
  path: '/api/v1/sites/{id}/annotations',
  example: { query: 'from=2026-10-01&to=2026-10-31' },
  scope: 'stats:read',
  params: siteParams,
  query: z.object({
    from: z.iso.date().exactOptional().meta({ description: 'First day. Default: all days' }),
    to: z.iso.date().exactOptional().meta({ description: 'Last day, inclusive. Default: all days' }),
  }),
  responses: {
    200: {
      description: 'The annotations, by day',
      schema: z.strictObject({ annotations: z.array(annotationSchema) }).meta({ id: 'AnnotationList' }),
    },
  },
  failures: ['site_not_found'],
  run: async ({ params, query, call }, { sites }) => {
    const { annotations } = await sites.ListAnnotations({ siteId: params.id, ...query }, call);
    return { status: 200, body: { annotations: annotations.map(annotationJson) } };
  },
});

/** `POST /api/v1/sites/{id}/annotations` */
export const createAnnotation = defineEndpoint({
  operationId: 'createAnnotation',
  summary: 'Create an annotation',
  description: `Adds a note to a day, such as a release or a campaign. A site can have up to ${SITE_LIMITS.maxAnnotations} annotations.`,
  tag: 'Sites',
  method: 'post',
  path: '/api/v1/sites/{id}/annotations',
  example: { body: { day: '2026-10-25', text: 'New pricing page' } },
  scope: 'sites:write',
  params: siteParams,
  body: z.strictObject(fields).meta({ id: 'AnnotationInput' }),
  responses: { 201: { description: 'The new annotation', schema: annotationSchema } },
  failures: ['site_not_found'],
  run: async ({ params, body, call }, { sites }) => ({
    status: 201,
    body: annotationJson(await sites.CreateAnnotation({ siteId: params.id, ...body }, call)),
  }),
});

/** `PATCH /api/v1/sites/{id}/annotations/{annotationId}` */
export const updateAnnotation = defineEndpoint({
  operationId: 'updateAnnotation',
  summary: 'Update an annotation',
  description: 'Changes only the fields you send. A field that is null stays unchanged.',
  tag: 'Sites',
  method: 'patch',
  path: '/api/v1/sites/{id}/annotations/{annotationId}',
  example: { body: { text: 'New pricing page, all visitors' } },
  scope: 'sites:write',
  params: annotationParams,
  body: z.strictObject({ day: fields.day.exactOptional(), text: fields.text.exactOptional() }),
  responses: { 200: { description: 'The updated annotation', schema: annotationSchema } },
  failures: ['site_not_found', 'annotation_not_found'],
  run: async ({ params, body, call }, { sites }) => {
    const request = { siteId: params.id, id: params.annotationId, ...body };
    return { status: 200, body: annotationJson(await sites.UpdateAnnotation(request, call)) };
  },
});

/** `DELETE /api/v1/sites/{id}/annotations/{annotationId}` */
export const deleteAnnotation = defineEndpoint({
  operationId: 'deleteAnnotation',
  summary: 'Delete an annotation',
  description: 'Deletes the note permanently.',
  tag: 'Sites',
  method: 'delete',
  path: '/api/v1/sites/{id}/annotations/{annotationId}',
  scope: 'sites:write',
  params: annotationParams,
  responses: { 200: { description: 'The annotation is deleted', schema: deletedSchema } },
  failures: ['site_not_found', 'annotation_not_found'],
  run: async ({ params, call }, { sites }) => {
    const { id } = await sites.DeleteAnnotation({ siteId: params.id, id: params.annotationId }, call);
    return { status: 200, body: { deleted: true, id } };
  },
});
