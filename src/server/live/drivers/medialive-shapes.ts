/**
 * Request bodies for AWS Elemental MediaLive and MediaPackage for one channel. Names as in their JSON: MediaLive starts
 * with a lower-case letter, MediaPackage version 2 with an upper-case one.
 */

/** Maximum size of the sphere; the encoder keeps smaller pictures as they are. */
const video = { width: 3840, height: 1920, bitrate: 12_000_000, keyFrameSeconds: 2 };
const segmentSeconds = 2;
/** Seconds that viewers can seek back. */
const window = 60;

export const securityGroup = (cidrs: readonly string[]) => ({
  whitelistRules: cidrs.map((cidr) => ({ cidr })),
});

export const input = (name: string, requestId: string, securityGroupId: string, streamName: string) => ({
  name,
  requestId,
  type: "RTMP_PUSH",
  inputSecurityGroups: [securityGroupId],
  destinations: [{ streamName }],
});

export const packageChannel = (name: string) => ({ ChannelName: name, InputType: "CMAF" });

export const originEndpoint = (name: string) => ({
  OriginEndpointName: name,
  ContainerType: "CMAF",
  Segment: { SegmentDurationSeconds: segmentSeconds },
  StartoverWindowSeconds: window,
  HlsManifests: [{ ManifestName: "index", ManifestWindowSeconds: window }],
});

/** The manifest is readable by its address: our server gives it to users who may watch. */
export const readByAll = (resource: string) => ({
  Policy: JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Sid: "read",
        Effect: "Allow",
        Principal: "*",
        Action: ["mediapackagev2:GetObject", "mediapackagev2:GetHeadObject"],
        Resource: resource,
      },
    ],
  }),
});

export interface EncoderInput {
  readonly name: string;
  readonly requestId: string;
  readonly roleArn: string;
  readonly inputId: string;
  readonly group: string;
  readonly packageName: string;
}

export const channel = ({ name, requestId, roleArn, inputId, group, packageName }: EncoderInput) => ({
  name,
  requestId,
  roleArn,
  channelClass: "SINGLE_PIPELINE",
  inputSpecification: { codec: "AVC", maximumBitrate: "MAX_20_MBPS", resolution: "UHD" },
  inputAttachments: [
    {
      inputId,
      inputAttachmentName: "sender",
      inputSettings: { sourceEndBehavior: "CONTINUE" },
    },
  ],
  destinations: [
    { id: "package", mediaPackageSettings: [{ channelGroup: group, channelName: packageName }] },
  ],
  encoderSettings: {
    timecodeConfig: { source: "SYSTEMCLOCK" },
    videoDescriptions: [
      {
        name: "video",
        width: video.width,
        height: video.height,
        codecSettings: {
          h264Settings: {
            rateControlMode: "QVBR",
            maxBitrate: video.bitrate,
            gopSize: video.keyFrameSeconds,
            gopSizeUnits: "SECONDS",
            framerateControl: "INITIALIZE_FROM_SOURCE",
            parControl: "INITIALIZE_FROM_SOURCE",
          },
        },
      },
    ],
    audioDescriptions: [
      {
        name: "audio",
        audioSelectorName: "default",
        codecSettings: {
          aacSettings: { bitrate: 128_000, codingMode: "CODING_MODE_2_0", sampleRate: 48_000 },
        },
      },
    ],
    outputGroups: [
      {
        name: "package",
        outputGroupSettings: {
          cmafIngestGroupSettings: {
            destination: { destinationRefId: "package" },
            segmentLength: segmentSeconds,
            segmentLengthUnits: "SECONDS",
          },
        },
        outputs: [
          {
            outputName: "video",
            videoDescriptionName: "video",
            outputSettings: { cmafIngestOutputSettings: { nameModifier: "video" } },
          },
          {
            outputName: "audio",
            audioDescriptionNames: ["audio"],
            outputSettings: { cmafIngestOutputSettings: { nameModifier: "audio" } },
          },
        ],
      },
    ],
  },
});
