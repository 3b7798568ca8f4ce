/** The recipes that change source text; of equally likely ideas those of the earlier recipe are tried first. */
import type { Recipe } from '../recipe.ts';
import { argumentOrder } from './calls/argument-order.ts';
import { argumentShape } from './calls/argument-shape.ts';
import { callOrValue } from './calls/call-or-value.ts';
import { classOrInstance } from './calls/class-or-instance.ts';
import { listedNeeds } from './calls/listed-needs.ts';
import { lostThis } from './calls/lost-this.ts';
import { missingArgument } from './calls/missing-argument.ts';
import { missingReturn } from './calls/missing-return.ts';
import { noEmitter } from './calls/no-emitter.ts';
import { ownStream } from './calls/own-stream.ts';
import { parameterOrder } from './calls/parameter-order.ts';
import { resultShape } from './calls/result-shape.ts';
import { unkeptParameter } from './calls/unkept-parameter.ts';
import { boundValue } from './database/bound-value.ts';
import { driverResult } from './database/driver-result.ts';
import { emptyDatabase } from './database/empty-database.ts';
import { rowOrRows } from './database/row-or-rows.ts';
import { sqlCheck } from './database/sql-check.ts';
import { sqlFile } from './database/sql-file.ts';
import { sqlGrammar } from './database/sql-grammar.ts';
import { sqlJoin } from './database/sql-join.ts';
import { sqlOrder } from './database/sql-order.ts';
import { sqlResult } from './database/sql-result.ts';
import { sqlValues } from './database/sql-values.ts';
import { unrunScript } from './database/unrun-script.ts';
import { unsetValue } from './database/unset-value.ts';
import { sqlName } from './database/sql.ts';
import { unreleasedClient } from './database/unreleased-client.ts';
import { absolutePath } from './files/absolute-path.ts';
import { existingFolder } from './files/existing-folder.ts';
import { fileCase } from './files/file-case.ts';
import { linkedFile } from './files/linked-file.ts';
import { fileUrl } from './files/file-url.ts';
import { movedData } from './files/moved-data.ts';
import { saidPath } from './files/said-path.ts';
import { strayFile } from './files/stray-file.ts';
import { writtenPath } from './files/written-path.ts';
import { classDecorator } from './frameworks/class-decorator.ts';
import { paramDecorator } from './frameworks/param-decorator.ts';
import { containerName } from './frameworks/container-name.ts';
import { fastifyScope } from './frameworks/fastify-scope.ts';
import { guardOrder } from './frameworks/guard-order.ts';
import { lateSetup } from './frameworks/late-setup.ts';
import { nestInject } from './frameworks/nest-inject.ts';
import { nestLists } from './frameworks/nest-lists.ts';
import { nestProvider } from './frameworks/nest-provider.ts';
import { toldName } from './frameworks/told-name.ts';
import { unlistedClass } from './frameworks/unlisted-class.ts';
import { unregisteredPlugin } from './frameworks/unregistered-plugin.ts';
import { forgottenGuard } from './guards/forgotten-guard.ts';
import { lostRefusal } from './guards/lost-refusal.ts';
import { wrongGuard } from './guards/guards.ts';
import { bodyParser } from './http/body-parser.ts';
import { errorFields } from './http/error-fields.ts';
import { handlerChain } from './http/handler-chain.ts';
import { handlerGiver } from './http/handler-giver.ts';
import { fastifyHook, unawaitedNext } from './http/hooks.ts';
import { headerRead } from './http/header-read.ts';
import { lateHeader } from './http/late-header.ts';
import { middlewareCall, nextForgotten } from './http/middleware.ts';
import { oldApi } from './http/old-api.ts';
import { badInput, doubleSend, unheardError } from './http/replies.ts';
import { replyKey } from './http/reply-key.ts';
import { lateEnvironment } from './settings/late-environment.ts';
import { errorParameters } from './http/error-parameters.ts';
import { routeOrder } from './http/route-order.ts';
import { routeParam } from './http/route-param.ts';
import { seenKey } from './names/seen-key.ts';
import { schemaReference } from './http/schema-reference.ts';
import { schemaWord } from './http/schema-word.ts';
import { setupOrder } from './http/setup-order.ts';
import { unendedAnswer } from './http/unended.ts';
import { unsetKey } from './http/unset-key.ts';
import { declaredTwice } from './language/declared-twice.ts';
import { endlessLoop } from './language/endless-loop.ts';
import { erasableSyntax } from './language/erasable-syntax.ts';
import { gluedLines } from './language/glued-lines.ts';
import { idleStatement } from './language/idle-statement.ts';
import { language } from './language/language.ts';
import { loopBounds } from './language/loop-bounds.ts';
import { loopKeys } from './language/loop-keys.ts';
import { lostSpread } from './language/lost-spread.ts';
import { mergeMarks } from './language/merge-marks.ts';
import { quotedTemplate } from './language/quoted-template.ts';
import { recursion } from './language/recursion.ts';
import { selfAssigned } from './language/self-assigned.ts';
import { syntax } from './language/syntax.ts';
import { cutImport } from './modules/cut-import.ts';
import { exportList } from './modules/export-list.ts';
import { importCycle } from './modules/import-cycle.ts';
import { importExport } from './modules/import-export.ts';
import { importPath } from './modules/import-path.ts';
import { moduleFormat } from './modules/module-format.ts';
import { packageDeed } from './modules/package-deed.ts';
import { packageSubpath } from './modules/package-subpath.ts';
import { syncPart } from './modules/sync-part.ts';
import { renamedExport } from './modules/renamed-export.ts';
import { renamedTogether } from './modules/renamed-together.ts';
import { builtinMember } from './names/builtin-member.ts';
import { compilerWord } from './names/compiler-word.ts';
import { enumMember } from './names/enum-member.ts';
import { halfRenamed } from './names/half-renamed.ts';
import { identifier } from './names/identifier.ts';
import { loneRead } from './names/lone-read.ts';
import { misnamedOption } from './names/misnamed-option.ts';
import { misreadField } from './names/misread-field.ts';
import { nearVariable } from './names/near-variable.ts';
import { ownRegistry } from './names/own-registry.ts';
import { property } from './names/property.ts';
import { typeMember } from './names/type-member.ts';
import { floatingPromise } from './promises/floating-promise.ts';
import { promiseList } from './promises/promise-list.ts';
import { missingAwait } from './promises/missing-await.ts';
import { promiseMixup } from './promises/promise-mixups.ts';
import { unwaitedStep } from './promises/unwaited-step.ts';
import { blankLine } from './settings/blank-line.ts';
import { compilerOptions } from './settings/compiler-options.ts';
import { configPlaces } from './settings/config-places.ts';
import { configShape } from './settings/config-shape.ts';
import { danglingKey } from './settings/dangling-key.ts';
import { dataFile } from './settings/data-file.ts';
import { dataSection } from './settings/data-section.ts';
import { envKey } from './settings/elsewhere.ts';
import { envNumber } from './settings/env-number.ts';
import { templatedValue } from './settings/templated-value.ts';
import { textFlag } from './settings/text-flag.ts';
import { fallbackEntry } from './settings/fallback-entry.ts';
import { jsonCell } from './settings/json-cell.ts';
import { jsonConfig } from './settings/json-config.ts';
import { keyPath } from './settings/key-path.ts';
import { listedField } from './settings/listed-field.ts';
import { oddRecord } from './settings/odd-record.ts';
import { placeholder } from './settings/placeholder.ts';
import { plainLines } from './settings/plain-lines.ts';
import { refusedSettings } from './settings/refused-settings.ts';
import { tableEntry } from './settings/table-entry.ts';
import { yamlFile } from './settings/yaml-file.ts';
import { templateNames } from './templates/template-names.ts';
import { templateParts } from './templates/template-parts.ts';
import { viewName } from './templates/view-name.ts';
import { absentValue } from './values/absent-value.ts';
import { coercion } from './values/coercion.ts';
import { collection } from './values/collections.ts';
import { comparedKinds } from './values/compared-kinds.ts';
import { bigNumber } from './values/big-number.ts';
import { firstPage } from './values/first-page.ts';
import { eventName, nodeArgument, relativeUrl } from './values/node-values.ts';
import { nodeWord } from './values/node-word.ts';
import { nullDefault } from './values/null-default.ts';
import { nullGuard } from './values/null-guard.ts';
import { optionalValue } from './values/optional-value.ts';
import { parsedNothing } from './values/parsed-nothing.ts';

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
  jsonCell,
  blankLine,
  dataFile,
  refusedSettings,
  templatedValue,
  configShape,
  dataSection,
  keyPath,
  configPlaces,
  compilerOptions,
  yamlFile,
  plainLines,
  existingFolder,
  fileUrl,
  writtenPath,
  fileCase,
  linkedFile,
  movedData,
  saidPath,
  absolutePath,
  importPath,
  packageSubpath,
  syncPart,
  packageDeed,
  importExport,
  renamedTogether,
  renamedExport,
  exportList,
  importCycle,
  identifier,
  routeOrder,
  lateEnvironment,
  errorParameters,
  routeParam,
  seenKey,
  bodyParser,
  setupOrder,
  lateSetup,
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
  replyKey,
  schemaWord,
  schemaReference,
  oldApi,
  headerRead,
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
  driverResult,
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
  listedField,
  tableEntry,
  fallbackEntry,
  coercion,
  comparedKinds,
  envKey,
  envNumber,
  textFlag,
  misreadField,
  sqlName,
  sqlJoin,
  containerName,
  toldName,
  sqlGrammar,
  unrunScript,
  emptyDatabase,
  sqlFile,
  sqlValues,
  unsetValue,
  sqlCheck,
  sqlOrder,
  firstPage,
  lateHeader,
  doubleSend,
  nestProvider,
  nestLists,
  nestInject,
  guardOrder,
  paramDecorator,
  classDecorator,
  erasableSyntax,
  sqlResult,
  parsedNothing,
  forgottenGuard,
  lostRefusal,
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
