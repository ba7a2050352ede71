/** How this installation names itself to outside services: public ones refuse who does not. */
export const agentOf = ({ version, siteAddress }: { version: string; siteAddress: string }): string =>
  `Sitewalk/${version} (${siteAddress})`;
