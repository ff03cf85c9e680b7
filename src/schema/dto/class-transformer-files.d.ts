/** Files of class-transformer that its manifest does not hide and that have no declarations beside them. */
declare module 'class-transformer/cjs/storage.js' {
  export const defaultMetadataStorage: unknown;
}
declare module 'class-transformer/esm5/storage.js' {
  export const defaultMetadataStorage: unknown;
}
declare module 'class-transformer/cjs/TransformOperationExecutor.js' {
  export const TransformOperationExecutor: unknown;
}
declare module 'class-transformer/esm5/TransformOperationExecutor.js' {
  export const TransformOperationExecutor: unknown;
}
