/** The recipes that change source text; of equally likely ideas those of the earlier recipe are tried first. */
import type { Recipe } from '../recipe.ts';
import { absentValue } from './absent-value.ts';
import { argumentOrder } from './argument-order.ts';
import { argumentShape } from './argument-shape.ts';
import { blankLine } from './blank-line.ts';
import { bodyParser } from './body-parser.ts';
import { boundValue } from './bound-value.ts';
import { builtinMember } from './builtin-member.ts';
import { callOrValue } from './call-or-value.ts';
import { classDecorator } from './class-decorator.ts';
import { classOrInstance } from './class-or-instance.ts';
import { coercion } from './coercion.ts';
import { comparedKinds } from './compared-kinds.ts';
import { configPlaces } from './config-places.ts';
import { configShape } from './config-shape.ts';
import { refusedSettings } from './refused-settings.ts';
import { danglingKey } from './dangling-key.ts';
import { dataSection } from './data-section.ts';
import { dataFile } from './data-file.ts';
import { envKey } from './elsewhere.ts';
import { endlessLoop } from './endless-loop.ts';
import { sqlCheck } from './sql-check.ts';
import { sqlFile } from './sql-file.ts';
import { sqlGrammar } from './sql-grammar.ts';
import { sqlOrder } from './sql-order.ts';
import { containerName } from './container-name.ts';
import { toldName } from './told-name.ts';
import { sqlJoin } from './sql-join.ts';
import { sqlName } from './sql.ts';
import { unendedAnswer } from './unended.ts';
import { unreleasedClient } from './unreleased-client.ts';
import { sqlResult } from './sql-result.ts';
import { sqlValues } from './sql-values.ts';
import { fallbackEntry } from './fallback-entry.ts';
import { fastifyScope } from './fastify-scope.ts';
import { fileCase } from './file-case.ts';
import { fileUrl } from './file-url.ts';
import { gluedLines } from './glued-lines.ts';
import { wrongGuard } from './guards.ts';
import { forgottenGuard } from './forgotten-guard.ts';
import { halfRenamed } from './half-renamed.ts';
import { handlerGiver } from './handler-giver.ts';
import { floatingPromise, promiseList } from './floating-promise.ts';
import { collection } from './collections.ts';
import { cutImport } from './cut-import.ts';
import { declaredTwice } from './declared-twice.ts';
import { mergeMarks } from './merge-marks.ts';
import { exportList } from './export-list.ts';
import { erasableSyntax } from './erasable-syntax.ts';
import { errorFields } from './error-fields.ts';
import { fastifyHook, unawaitedNext } from './hooks.ts';
import { identifier } from './identifier.ts';
import { idleStatement } from './idle-statement.ts';
import { handlerChain } from './handler-chain.ts';
import { importCycle } from './import-cycle.ts';
import { importExport } from './import-export.ts';
import { importPath } from './import-path.ts';
import { jsonConfig } from './json-config.ts';
import { keyPath } from './key-path.ts';
import { language } from './language.ts';
import { listedNeeds } from './listed-needs.ts';
import { middlewareCall, nextForgotten } from './middleware.ts';
import { loneRead } from './lone-read.ts';
import { lateHeader } from './late-header.ts';
import { loopBounds } from './loop-bounds.ts';
import { compilerWord } from './compiler-word.ts';
import { enumMember } from './enum-member.ts';
import { typeMember } from './type-member.ts';
import { loopKeys } from './loop-keys.ts';
import { lostThis } from './lost-this.ts';
import { lostSpread } from './lost-spread.ts';
import { misreadField } from './misread-field.ts';
import { misnamedOption } from './misnamed-option.ts';
import { missingArgument } from './missing-argument.ts';
import { missingAwait } from './missing-await.ts';
import { missingReturn } from './missing-return.ts';
import { moduleFormat } from './module-format.ts';
import { nearVariable } from './near-variable.ts';
import { nestInject } from './nest-inject.ts';
import { movedData } from './moved-data.ts';
import { nestLists } from './nest-lists.ts';
import { nestProvider } from './nest-provider.ts';
import { bigNumber, eventName, nodeArgument, relativeUrl } from './node-values.ts';
import { noEmitter } from './no-emitter.ts';
import { nodeWord } from './node-word.ts';
import { nullDefault } from './null-default.ts';
import { nullGuard } from './null-guard.ts';
import { oddRecord } from './odd-record.ts';
import { ownRegistry } from './own-registry.ts';
import { ownStream } from './own-stream.ts';
import { oldApi } from './old-api.ts';
import { optionalValue } from './optional-value.ts';
import { placeholder } from './placeholder.ts';
import { promiseMixup } from './promise-mixups.ts';
import { packageDeed } from './package-deed.ts';
import { packageSubpath } from './package-subpath.ts';
import { parameterOrder } from './parameter-order.ts';
import { parsedNothing } from './parsed-nothing.ts';
import { property } from './property.ts';
import { recursion } from './recursion.ts';
import { rowOrRows } from './row-or-rows.ts';
import { resultShape } from './result-shape.ts';
import { renamedExport } from './renamed-export.ts';
import { quotedTemplate } from './quoted-template.ts';
import { routeParam } from './route-param.ts';
import { badInput, doubleSend, unheardError } from './replies.ts';
import { saidPath } from './said-path.ts';
import { schemaReference } from './schema-reference.ts';
import { schemaWord } from './schema-word.ts';
import { selfAssigned } from './self-assigned.ts';
import { unkeptParameter } from './unkept-parameter.ts';
import { unlistedClass } from './unlisted-class.ts';
import { unwaitedStep } from './unwaited-step.ts';
import { setupOrder } from './setup-order.ts';
import { strayFile } from './stray-file.ts';
import { syntax } from './syntax.ts';
import { templateNames } from './template-names.ts';
import { templateParts } from './template-parts.ts';
import { unregisteredPlugin } from './unregistered-plugin.ts';
import { unsetKey } from './unset-key.ts';
import { viewName } from './view-name.ts';
import { yamlFile } from './yaml-file.ts';

export const codeRecipes: readonly Recipe[] = [
  moduleFormat,
  language,
  declaredTwice,
  mergeMarks,
  cutImport,
  syntax,
  strayFile,
  gluedLines,
  quotedTemplate,
  selfAssigned,
  unkeptParameter,
  idleStatement,
  lostSpread,
  jsonConfig,
  blankLine,
  dataFile,
  refusedSettings,
  configShape,
  dataSection,
  keyPath,
  configPlaces,
  yamlFile,
  fileUrl,
  fileCase,
  movedData,
  saidPath,
  importPath,
  packageSubpath,
  packageDeed,
  importExport,
  renamedExport,
  exportList,
  importCycle,
  identifier,
  routeParam,
  bodyParser,
  setupOrder,
  handlerChain,
  missingAwait,
  promiseList,
  floatingPromise,
  unwaitedStep,
  unlistedClass,
  promiseMixup,
  middlewareCall,
  nextForgotten,
  unendedAnswer,
  unreleasedClient,
  unawaitedNext,
  fastifyHook,
  ownStream,
  fastifyScope,
  unregisteredPlugin,
  schemaWord,
  schemaReference,
  oldApi,
  viewName,
  templateNames,
  templateParts,
  placeholder,
  wrongGuard,
  missingReturn,
  argumentShape,
  argumentOrder,
  parameterOrder,
  lostThis,
  callOrValue,
  boundValue,
  rowOrRows,
  resultShape,
  listedNeeds,
  ownRegistry,
  property,
  nearVariable,
  classOrInstance,
  noEmitter,
  halfRenamed,
  handlerGiver,
  loneRead,
  compilerWord,
  enumMember,
  typeMember,
  missingArgument,
  misnamedOption,
  builtinMember,
  unsetKey,
  loopKeys,
  loopBounds,
  recursion,
  endlessLoop,
  collection,
  oddRecord,
  danglingKey,
  fallbackEntry,
  coercion,
  comparedKinds,
  envKey,
  misreadField,
  sqlName,
  sqlJoin,
  containerName,
  toldName,
  sqlGrammar,
  sqlFile,
  sqlValues,
  sqlCheck,
  sqlOrder,
  lateHeader,
  doubleSend,
  nestProvider,
  nestLists,
  nestInject,
  classDecorator,
  erasableSyntax,
  sqlResult,
  parsedNothing,
  forgottenGuard,
  absentValue,
  nodeWord,
  relativeUrl,
  bigNumber,
  eventName,
  errorFields,
  nodeArgument,
  optionalValue,
  nullDefault,
  nullGuard,
  badInput,
  unheardError,
];
